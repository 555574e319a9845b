import type { INodeParameters } from 'n8n-workflow';
import { readBinary } from '../harness/executeNode';
import { locator } from '../harness/steps';
import type { Payload } from './payloads';
import { at, isAlike, listAt, textAt } from './payloads';
import type { Stage } from './stage';
import { jsonOf } from './stage';

/** Statuses after which a request is made again: fact: retry-after, RFC 9110 and the package's retry rule. */
const TRANSIENT = [424, 429, 500, 502, 503, 504, 509];
/** The code after which what was refused is done again (facts: read-conflict, write-conflict). */
const COLLISION = 'ErrorIrresolvableConflict';

/** Codes after which a draft that is there may be found a moment later (fact: found-late). */
const FOUND_LATE = ['ErrorItemNotFound', 'ErrorNonExistentMailbox'];

/** Any answer, as it is. */
export async function replayAny(stage: Stage, payload: Payload): Promise<void> {
	stage.serve({ method: 'DELETE', path: '/me/any' }, payload);
	stage.serve({ method: 'GET', path: '/me/any' }, payload);
	const isEmpty = payload.kind === 'empty';
	const outcome = await stage.run('advanced.apiCall', {
		method: isEmpty ? 'DELETE' : 'GET',
		endpoint: '/me/any',
		options: { response: isEmpty ? 'items' : 'full' },
	});
	stage.judge(payload, 'advanced.apiCall', outcome, (items) => {
		if (isEmpty) return isAlike(jsonOf(items), { success: true }) ? [] : ['no success'];
		return isAlike(jsonOf(items).body, stage.linked(payload.body)) ? [] : ['changed'];
	});
	stage.clear();
}

/** The answers to the parts of one batch. */
export async function replayBatch(stage: Stage, payload: Payload): Promise<void> {
	const parts = listAt(payload.body, 'responses');
	const ids = parts.map((part) => String(at(part, 'id')));
	const order = [...ids].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b));
	const count = Math.max(2, order.length);
	const filler = Array.from({ length: count - order.length }, (_, index) => ({
		id: String(order.length + index + 1),
		status: 200,
		body: { filler: true },
	}));
	const responses = parts.map((part, index) => ({
		...Object(part),
		id: String(order.indexOf(ids[index] ?? '') + 1),
	}));
	stage.serve({ path: '/$batch' }, { body: { responses: [...responses, ...filler] } });
	stage.serve({ path: /^\/me\/r\d+$/, times: Infinity }, { body: { later: true } });
	const outcome = await stage.run(
		'advanced.apiCall',
		{ method: 'GET', endpoint: '={{ $json.endpoint }}', options: { response: 'full' } },
		{
			items: Array.from({ length: count }, (_, index) => ({ json: { endpoint: `/me/r${index}` } })),
			continueOnFail: true,
		},
	);
	stage.judge(payload, 'advanced.apiCall in a batch', outcome, (items) =>
		responses.flatMap((part) => {
			const output = items[Number(part.id) - 1]?.json;
			const status = Number(at(part, 'status'));
			const isLater = isAlike(at(output, 'body'), { later: true });
			if ([401, ...TRANSIENT].includes(status)) return isLater ? [] : [`${status} not asked again`];
			if (status >= 300) return output?.error ? [] : [`${status} gave no error`];
			const isSame = isAlike(at(output, 'body') ?? null, stage.linked(at(part, 'body') ?? null));
			return isSame && at(output, 'statusCode') === status ? [] : [`part ${part.id} changed`];
		}),
	);
	stage.clear();
}

interface Trial {
	step: string;
	parameters: INodeParameters;
	path: string;
	good: object;
}

/** A step that makes a request of the kind that was answered so. */
function trialFor(request: string): Trial {
	const time = { dateTime: '2020-01-01T00:00:00', timeZone: 'UTC' };
	if (/getSchedule/.test(request)) {
		const schedule = { scheduleId: 'a@example.com', availabilityView: '0', scheduleItems: [] };
		return {
			step: 'calendar.getFreeBusySchedule',
			parameters: {
				addresses: 'a@example.com',
				start: '2020-03-02T08:00',
				end: '2020-03-02T08:30',
			},
			path: '/me/calendar/getSchedule',
			good: { value: [schedule] },
		};
	}
	if (/event|calendar/i.test(request)) {
		const good = { id: 'M', start: time, end: time };
		return { step: 'calendar.getEvent', parameters: { eventId: 'M' }, path: '/me/events/M', good };
	}
	if (/contact/.test(request)) {
		const parameters = { contact: locator('id', 'M') };
		return { step: 'contact.getContact', parameters, path: '/me/contacts/M', good: { id: 'M' } };
	}
	const parameters = { messageId: 'M' };
	return { step: 'email.getEmail', parameters, path: '/me/messages/M', good: { id: 'M' } };
}

/** What has to be said of single codes, besides the code. */
const WORDS: Array<[codes: RegExp, said: RegExp, not: RegExp]> = [
	[/^ErrorAccountSuspend$/, /suspended/, /permission set/],
	[/Quota/, /mailbox (is full|has no room)/, /did not answer|may have taken effect|did not take/],
	[
		/^(ResourceNotFound|Request_ResourceNotFound|ErrorInvalidUser)$/,
		/mailbox was not found/,
		/\bID\b may/,
	],
	[/^MailboxNotEnabled/, /Exchange Online/, /\bID\b may/],
	[/^ErrorSendAsDenied$/, /Send As/, /permission set/],
];

function wrongWords(payload: Payload, told: string): string[] {
	const error = at(payload.body, 'error');
	const [code, message] = [textAt(error, 'code'), textAt(error, 'message')];
	const isCode = /^[A-Za-z][A-Za-z.-]*$/.test(code);
	const missing = isCode && !told.includes(code) ? [`the code ${code} is not told: ${told}`] : [];
	const words = WORDS.filter(([codes]) => codes.test(code))
		.filter(([, said, not]) => !said.test(told) || not.test(told))
		.map(() => `${payload.status} ${code} is told as: ${told}`);
	const exception = /\.(\w+Exception)\b/.exec(message)?.[1];
	const isNamed = payload.status !== 400 || !exception || told.includes(exception);
	const isRefusal = payload.status === 403 && !/^(Error)?AccessDenied$/.test(code);
	const begin = message.slice(0, 15);
	return [
		...missing,
		...words,
		...(isNamed ? [] : [`${exception} is not told: ${told}`]),
		...(isRefusal && begin && !told.includes(begin) ? [`the reason is not told: ${told}`] : []),
	];
}

export async function replayError(stage: Stage, payload: Payload): Promise<void> {
	const { status, request } = payload;
	const { step, parameters, path, good } = trialFor(request);
	stage.serve({ path, times: status === 401 ? Infinity : 1 }, payload);
	stage.serve({ path, times: Infinity }, { body: good });
	const outcome = await stage.run(step, parameters);
	const requests = stage.simulator.requests.matching({ path }).length;
	stage.judge(
		payload,
		step,
		outcome,
		(_, { failed }) => {
			const code = textAt(at(payload.body, 'error'), 'code');
			if (TRANSIENT.includes(status) || code === COLLISION) {
				return failed
					? [`not asked again: ${failed}`]
					: requests === 2
						? []
						: [`${requests} requests`];
			}
			if (!failed) return [`${status} was taken for an answer`];
			// The body of a refused token stays in n8n, which refreshes it.
			if (status === 401) return /credential/.test(failed) ? [] : [failed];
			return [...(requests === 1 ? [] : [`${requests} requests`]), ...wrongWords(payload, failed)];
		},
		true,
	);
	stage.clear();
	if (status !== 401) await replayRefusedSending(stage, payload);
}

/** The same answer to what sends a mail: it must not go out twice, nor pass for sent. */
async function replayRefusedSending(stage: Stage, payload: Payload): Promise<void> {
	const path = '/me/messages/M/send';
	stage.serve({ method: 'POST', path, times: Infinity }, payload);
	const draft = { id: 'M', isDraft: true, parentFolderId: 'D', toRecipients: [] };
	stage.serve({ method: 'GET', path: '/me/messages/M', times: Infinity }, { body: draft });
	const outcome = await stage.run('email.sendDraft', { messageId: 'M' });
	const sendings = stage.simulator.requests.matching({ method: 'POST', path }).length;
	stage.judge(
		payload,
		'email.sendDraft',
		outcome,
		(_, { failed }) => {
			if (!failed) return ['said to be sent'];
			if (TRANSIENT.includes(payload.status)) return sendings > 1 ? [] : ['not tried again'];
			const code = textAt(at(payload.body, 'error'), 'code');
			// Nothing was done, and a moment later it is (facts: found-late, write-conflict).
			const passes = FOUND_LATE.includes(code) || code === COLLISION;
			const isRight = passes ? sendings > 1 : sendings === 1;
			const once = isRight ? [] : [`${sendings} sendings after ${payload.status}`];
			return [...once, ...wrongWords(payload, failed)];
		},
		true,
	);
	stage.clear();
}

/** What is no JSON, or not to its end. */
export async function replayRaw(stage: Stage, payload: Payload): Promise<void> {
	if (payload.status === 401 || payload.status === 429) return await replayError(stage, payload);
	const type = Object.entries(payload.headers).find(([name]) => /^content-type$/i.test(name))?.[1];
	if (!/json/.test(type ?? '')) {
		stage.serve({ method: 'GET', path: '/me/any/$value', times: Infinity }, payload);
		const options = { response: 'file' };
		const outcome = await stage.run('advanced.apiCall', {
			method: 'GET',
			endpoint: '/me/any/$value',
			options,
		});
		const [item] = outcome.items;
		const bytes = item ? await readBinary(item, 'data') : undefined;
		stage.judge(payload, 'advanced.apiCall', outcome, () =>
			bytes?.equals(Buffer.from(String(payload.body))) ? [] : ['other bytes'],
		);
		stage.clear();
		return;
	}
	const code = /"code":"(\w+)"/.exec(String(payload.body))?.[1] ?? '';
	// The list alone: neither where it looks is asked for, nor what folders are called.
	const alone = { simplify: false, options: { includeAside: true } };
	const find = { findBy: 'search', search: 'x', returnAll: false, limit: 5, ...alone };
	stage.serve({ method: 'GET', path: '/me/messages' }, payload);
	stage.serve({ method: 'GET', path: '/me/messages', times: Infinity }, { body: { value: [] } });
	const recovered = await stage.run('email.findEmail', find);
	stage.judge(payload, 'email.findEmail', recovered, (items, { requests }) =>
		items.length === 0 && requests === 2 ? [] : [`${items.length} items, ${requests} requests`],
	);
	stage.clear();
	stage.serve({ method: 'GET', path: '/me/messages', times: Infinity }, payload);
	const failed = await stage.run('email.findEmail', find);
	stage.judge(
		payload,
		'email.findEmail each time',
		failed,
		(_, { failed: told = 'it did not fail' }) => (told.includes(code) ? [] : [told]),
		true,
	);
	stage.clear();
}

/** Content Snare's webhooks, as the records that they show. */
export async function replayWebhook(stage: Stage, payload: Payload): Promise<void> {
	const { body } = payload;
	const [event, id] = [textAt(body, 'event_name'), String(at(body, 'id'))];
	const isClient = event.startsWith('client');
	if (!isClient && !event.startsWith('request')) {
		stage.skip(payload, 'no step reads such a thing');
		return;
	}
	const path = isClient ? /\/clients\/[^/]+$/ : /\/requests\/[^/]+$/;
	// A webhook writes the number as text, the API as a number.
	const completion_percentage = Number(at(body, 'completion_percentage') ?? 0);
	const record = isClient ? body : { ...Object(body), completion_percentage };
	stage.serve({ method: 'GET', path, times: Infinity }, { body: record });
	const names = isClient ? ['email', 'full_name', 'phone', 'company_name'] : ['name', 'status'];
	const [step, parameters]: [string, INodeParameters] = isClient
		? ['getClient', { client: locator('id', id) }]
		: ['getRequest', { request: locator('id', id) }];
	const outcome = await stage.run(`${isClient ? 'client' : 'request'}.${step}`, parameters, {
		node: 'collection',
	});
	stage.judge(payload, step, outcome, (items) =>
		names
			.filter((name) => at(body, name) !== undefined && at(body, name) !== null)
			.filter((name) => !isAlike(jsonOf(items)[name], at(body, name)))
			.map((name) => `${name} changed`),
	);
	stage.clear();
}

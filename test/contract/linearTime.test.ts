import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecuteContext } from 'n8n-core';
import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { z, ZodError } from 'zod';
import * as collection from '../../nodes/Collection/openContexts';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { toPlainTranscript } from '../../nodes/Mail/calendar/transcripts';
import { markHistory, ToldPhrases, withoutTold } from '../../nodes/Mail/email/history';
import { bodyOf, messageShape } from '../../nodes/Mail/email/message';
import { inFront, seenInFront, withoutOwnText } from '../../nodes/Mail/email/quote';
import { parseSearchFilter } from '../../nodes/Mail/filter/searchFilter';
import * as mail from '../../nodes/Mail/openContexts';
import { mailRegistry } from '../../nodes/Mail/registry';
import { toFilterable } from '../../nodes/Mail/watch/mails/filterable';
import { htmlToText } from '../../nodes/shared/html/html';
import { loadsByItself } from '../../nodes/shared/html/loads';
import type { Clock } from '../../nodes/shared/http/clock';
import { InvalidInput, ProviderFailure } from '../../nodes/shared/http/failures';
import type { Registry } from '../../nodes/shared/step/registry';
import { cleanFileName } from '../../nodes/shared/text/fileName';
import { createExecuteContext } from '../harness/executeContext';
import { growthFault } from '../harness/growth';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';

/**
 * No text stops n8n: whatever is written into a field, or stands in an answer, takes a time that grows
 * with its length alone. A text on which one node works for seconds keeps all workflows waiting.
 */

/** What texts are repeated of: what scanners look at, and what normal forms bring into order. */
const UNITS = [
	...[
		' ',
		' \n',
		'a,',
		'a',
		'-',
		'.',
		'. ',
		'a.',
		'/',
		'/.',
		'…',
		'%25',
		'@',
		'a@',
		'"',
		'\\"',
		'[',
	],
	...['{"a":', '<', '<a>', 'x<b>,', '<a@b.c>,', '<body ', '<v ', '-->', '\u0301\u0323', '\uFDFA'],
];
/** What stands in front of them and behind: a scanner goes back over a text at whose end it fails. */
const FRAMES: Array<[begin: string, end: string]> = [
	['', 'x'],
	['/a', ' b'],
];

interface Text {
	unit: string;
	begin: string;
	end: string;
}

const TEXTS = UNITS.flatMap((unit) => FRAMES.map(([begin, end]): Text => ({ unit, begin, end })));

function write({ unit, begin, end }: Text, length: number): string {
	return begin + unit.repeat(Math.floor((length - begin.length - end.length) / unit.length)) + end;
}

/** No time passes but that which a step waits for; what is there to end a read never does. */
const LONGEST_WAIT_MS = 60_000;
let now = Date.parse('2026-03-02T12:00:00Z');
const clock: Clock = {
	now: () => now,
	async wait(ms) {
		if (ms > LONGEST_WAIT_MS) return await new Promise(() => undefined);
		now += Math.max(0, ms);
		await nextTurn();
	},
};

/** An operation of either node. */
interface Step {
	node: 'mail' | 'collection';
	name: string;
	fields: INodeProperties[];
	/** Reads the parameters; returns what runs the operation with them in a context of n8n. */
	prepare(parameters: Record<string, unknown>): (context: ExecuteContext) => Promise<unknown>;
}

function stepsOf<Context, Write>(
	node: Step['node'],
	registry: Registry<Context, Write>,
	open: (
		context: ExecuteContext,
		effects: readonly Write[],
	) => Promise<(itemIndex: number) => Context>,
): Step[] {
	return registry.groups.flatMap(({ resource, operations }) =>
		operations.map((operation) => ({
			node,
			name: `${node} ${resource}.${operation.id}`,
			fields: operation.fields,
			prepare(parameters) {
				const { run } = operation.prepare(parameters);
				return async (context) => await run((await open(context, operation.effects))(0));
			},
		})),
	);
}

const steps = [
	...stepsOf(
		'mail',
		mailRegistry,
		async (context, effects) => await mail.openContexts.call(context, effects, clock),
	),
	...stepsOf(
		'collection',
		collectionRegistry,
		async (context, effects) => await collection.openContexts.call(context, effects, clock),
	),
];

/** The modes of all resource locators that read what is entered each in its own way. */
const MODES = ['id', 'name', 'email'];

/** What n8n stores where a text stands in every field. */
function fill(fields: INodeProperties[], text: string, mode: string): Record<string, unknown> {
	const entries = fields.map(({ name, type, options = [], typeOptions }): [string, unknown] => {
		if (type === 'resourceLocator') return [name, { __rl: true, mode, value: text }];
		if (type !== 'collection' && type !== 'fixedCollection') return [name, text];
		const inside = options.map((option) => {
			if (!('values' in option)) return 'type' in option ? fill([option], text, mode) : {};
			const group = fill([...option.values], text, mode);
			return { [option.name]: typeOptions?.multipleValues ? [group] : group };
		});
		return [name, Object.assign({}, ...inside)];
	});
	return Object.fromEntries(entries);
}

/** Reads what was entered; a refusal is an answer, anything else that is thrown is none. */
function attempt<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (isRefusal(error)) return undefined;
		throw error;
	}
}

function isRefusal(error: unknown): boolean {
	return [ZodError, InvalidInput, ProviderFailure].some((kind) => error instanceof kind);
}

describe('The time to read what was entered grows with its length alone', () => {
	// Fields that several operations share are looked at once.
	const known = new Set<INodeProperties>();

	it.each(steps)('$name', async ({ fields, prepare }) => {
		const fresh = fields.filter((one) => !known.has(one));
		for (const one of fresh) known.add(one);
		const faults: string[] = [];
		for (const [index, text] of fresh.length > 0 ? TEXTS.entries() : []) {
			const mode = MODES[Math.floor(index / FRAMES.length) % MODES.length] ?? '';
			const fault = await growthFault((length) =>
				attempt(() => prepare(fill(fresh, write(text, length), mode))),
			);
			if (fault) faults.push(`${JSON.stringify(text)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});
});

/** Texts that get through to the requests, and that answers hold. */
const RUN_TEXTS: Text[] = [
	...[' ', '\n', '"', '\\"', '<', '<body ', '<v ', '-->', '\u0301\u0323', '…'].map((unit) => ({
		unit,
		begin: '/a',
		end: ' b',
	})),
	{ unit: '/', begin: 'a', end: 'x' },
	{ unit: 'a.', begin: '@', end: ' b' },
	{ unit: '-->', begin: '', end: '' },
];

/** What fields take that do not take every text. */
const SAMPLES = ['ann@contoso.com', 'id-1', '2026-03-02T10:00', 'https://contoso.com/', '1', '{}'];

/** The parameters of a step: the text wherever it is taken but in IDs, which have a bound. */
function choose({ fields, prepare }: Step, text: string, mode: string): Record<string, unknown> {
	const takes = (stored: Record<string, unknown>, path: string[]) => {
		try {
			prepare(stored);
		} catch (error) {
			if (error instanceof InvalidInput) return !path.includes(error.field ?? '');
			if (!(error instanceof ZodError)) throw error;
			return !error.issues.some((issue) => path.every((name, depth) => issue.path[depth] === name));
		}
		return true;
	};
	const entries = fields.flatMap((field): Array<[string, unknown]> => {
		const { name, type, options = [] } = field;
		if (type === 'collection') {
			const inside = options
				.filter((option) => 'type' in option)
				.map((option) => fill([option], text, mode))
				.filter((one) => takes({ [name]: one }, [name, ...Object.keys(one)]));
			return [[name, Object.assign({}, ...inside)]];
		}
		const isId = /id$/i.test(name) || name === 'mailbox';
		const tried = [...(isId ? [] : [text]), ...SAMPLES].map(
			(value) => fill([field], value, value === text ? mode : 'id')[name],
		);
		const taken = [...tried, field.default].find((value) => takes({ [name]: value }, [name]));
		return taken === undefined ? [] : [[name, taken]];
	});
	return Object.fromEntries(entries);
}

/** An answer to everything: one record, its lists too, in which this text stands wherever text can. */
function answerWith(text: string) {
	const person = { emailAddress: { name: text, address: text }, type: 'required' };
	const time = { dateTime: '2026-03-02T12:00:00', timeZone: 'UTC' };
	const file = { filename: text, url: 'https://contoso.com/file' };
	const field = {
		id: 'f1',
		name: text,
		values_flat: text,
		answers: [{ link: text, attachment: file }],
	};
	const record = {
		...{ id: 'id-1', subject: text, displayName: text, name: text, title: text, fileName: text },
		...{ body: { contentType: 'html', content: text }, bodyPreview: text, categories: [text] },
		...{ from: person, sender: person, organizer: person, attendees: [person] },
		...{ toRecipients: [person], ccRecipients: [person], bccRecipients: [person] },
		...{ isDraft: true, isOnlineMeeting: true, onlineMeeting: { joinUrl: text } },
		...{ location: { displayName: text }, start: time, end: time, companyName: text },
		...{ emailAddresses: [{ name: text, address: text }], businessPhones: [text] },
		...{ receivedDateTime: '2026-03-02T12:00:00Z', uploadUrl: 'https://contoso.com/upload' },
		...{ email: text, full_name: text, status: 'published', share_link: text, due: text },
		...{
			clients: [{ id: 'c1', email: text }],
			sections: [{ id: 's1', name: text, fields: [field] }],
		},
		pages: [{ id: 'p1', name: text }],
	};
	return { ...record, value: [record], results: [record], pagination: { total_count: 1 } };
}

const batch = z.object({ requests: z.array(z.object({ id: z.string() })) });

/** What n8n's helper gives the node, at once. */
function respond({ url, body, encoding }: IHttpRequestOptions, text: string) {
	const headers = { date: 'Mon, 02 Mar 2026 12:00:00 GMT' };
	const answer = answerWith(text);
	if (encoding === 'stream') return { statusCode: 200, headers, body: Readable.from([text]) };
	if (!url.endsWith('/$batch')) return { statusCode: 200, headers, body: answer };
	const responses = batch
		.parse(body)
		.requests.map(({ id }) => ({ id, status: 200, headers, body: answer }));
	return { statusCode: 200, headers, body: { responses } };
}

describe('The time to work on what was entered and answered grows with its length alone', () => {
	let simulator: Simulator;
	const contexts = new Map<Step['node'], ExecuteContext>();
	const ran = new Set<string>();
	let text = '';

	beforeAll(async () => {
		simulator = await startSimulator();
		for (const node of ['mail', 'collection'] as const) {
			const context = await createExecuteContext({ simulator, node });
			const send = async (request: IHttpRequestOptions) =>
				await Promise.resolve(respond(request, text));
			context.helpers.httpRequest = send;
			context.helpers.httpRequestWithAuthentication = async (_credential, request) =>
				await send(request);
			contexts.set(node, context);
		}
	});
	afterAll(async () => {
		await simulator.stop();
	});

	it.each(steps)('$name', async (step) => {
		const context = contexts.get(step.node);
		if (!context) throw new Error('The node has no context');
		const faults: string[] = [];
		for (const given of RUN_TEXTS) {
			const parameters = new Map<number, Record<string, unknown>>();
			const fault = await growthFault(async (length) => {
				// What is answered has no bound; where it is short, one scan for each tag or mark takes no time.
				text = write(given, /^(?:<|\u0301)/.test(given.unit) ? 4 * length : length);
				const chosen = parameters.get(length) ?? choose(step, write(given, length), 'name');
				parameters.set(length, chosen);
				const prepared = attempt(() => step.prepare(chosen));
				if (!prepared) return;
				ran.add(step.name);
				await prepared(context).catch((error: unknown) => {
					if (!isRefusal(error)) throw error;
				});
			});
			if (fault) faults.push(`${JSON.stringify(given)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});

	it('is measured for nearly all steps', () => {
		// Those that are left want more than one value in a field: a colour, a switch, a decision.
		expect(ran.size).toBeGreaterThan(0.9 * steps.length);
	});
});

describe('The time to compare a mail grows with its length alone', () => {
	it.each(['body:b', 'participants:b', 'attachment:b'])('%s', async (written) => {
		const filter = parseSearchFilter(written);
		const faults: string[] = [];
		for (const given of RUN_TEXTS) {
			const fault = await growthFault((length) => {
				const long = write(given, length);
				const attachments = [{ '@odata.type': '', id: 'a', name: long }];
				const message = messageShape.parse(answerWith(long));
				const body = htmlToText(message.body?.content ?? '');
				filter.matches(toFilterable({ raw: {}, message }, attachments, body), now);
			});
			if (fault) faults.push(`${JSON.stringify(given)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});
});

describe('The time to read long texts of strangers grows with their length alone', () => {
	const html = (content: string) => ({ contentType: 'html' as const, content });

	it.each<[string, (text: string) => unknown]>([
		['a mail that is quoted', (text) => inFront(html(text), html(text))],
		['the style sheets of such a mail', (text) => seenInFront(html(text), html(`<style>${text}`))],
		['a draft that quotes', (text) => withoutOwnText(html(text))],
		['a body as text', (text) => htmlToText(text)],
		['a body with its marks', (text) => bodyOf({ body: html(text) }, 'text')],
		[
			'a text without its history',
			async (text) => {
				const pause = async () => await Promise.resolve();
				return await withoutTold(await markHistory(text, pause), new ToldPhrases(), pause);
			},
		],
		['a transcript', (text) => toPlainTranscript(`00:01 --> 00:02\n${text}`)],
		['what an own text loads', loadsByItself],
		['the name of a file', cleanFileName],
	])('%s', async (_, read) => {
		const faults: string[] = [];
		for (const given of TEXTS) {
			const fault = await growthFault((length) => read(write(given, 10 * length)));
			if (fault) faults.push(`${JSON.stringify(given)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});

	/** What tags, attributes, styles and style sheets are made of. */
	const PIECES = [
		...[
			'<p>',
			'<b>',
			'</b>',
			'<b></p>',
			'<a href="https://a.b">x',
			'<table><td>',
			'<li>a',
			'<p><b hidden>',
		],
		...[
			'<span>',
			'</span>',
			'<blockquote>a',
			'<td></table>',
			'<a b="',
			"<a b='",
			'<p a=b ',
			'</ x',
		],
		...['<font style=opacity:0><p></p>', '<i class="a b">x', '<div id=signature>x', '<pre>\n'],
		...[
			'.a{color:red}',
			'*{opacity:1}',
			'p ',
			'p,',
			'{',
			'}',
			'/*',
			'*/',
			'@media a{',
			'a:b;',
			'\\41 ',
		],
		...[
			'[',
			':not(',
			'display:none;',
			'color:rgb(',
			'#',
			'On x wrote:\n',
			'From: a\n',
			'>\n',
			'\u200b',
		],
		...[' ', '(', '/**/'],
	];
	const PLACES: Array<[begin: string, end: string]> = [
		['', 'x'],
		['<style>', '</style><p class=a>x'],
		['<p style="', '">x'],
		['<p class="', '">x'],
		['<style>.a{opacity:0} p .b{color:red}</style>', ''],
		['<p style="a', 'b:c">x'],
		['<style>p{a', 'b:c}</style><p>x'],
		['<style>@scope "', '"{p{color:red}}</style><p>x'],
	];

	const LOADING = ['<title>', '<style>', '<!--', '-->', '<svg><style>', 'url(', '"', '<a b=url( c'];
	const LOADED: typeof PLACES = [...PLACES, ['<p style="a:url(', '">x'], ['<img srcset="', '">']];

	it.each(LOADED)('what an own text loads that is made of pieces behind %j', async (begin, end) => {
		const faults: string[] = [];
		for (const unit of [...PIECES, ...LOADING, ' ', '\\20', ', ', '1x,']) {
			const fault = await growthFault((length) =>
				loadsByItself(write({ unit, begin, end }, 10 * length)),
			);
			if (fault) faults.push(`${JSON.stringify(unit)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});

	it.each(PLACES)('a body that is made of pieces behind %j', async (begin, end) => {
		const faults: string[] = [];
		for (const unit of PIECES) {
			const fault = await growthFault((length) =>
				bodyOf({ body: html(write({ unit, begin, end }, 10 * length)) }, 'text'),
			);
			if (fault) faults.push(`${JSON.stringify(unit)}: ${fault}`);
		}
		expect(faults).toEqual([]);
	});
});

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { property } from './exchange';
import type { Fault } from './faults';
import type { Mailbox } from './graph/mailbox';
import { renderMessage, type SimMessage } from './graph/message';
import type { LoggedRequest } from './requestLog';
import type { Simulator } from './simulator';

const address = z.union([
	z.string(),
	z.object({ emailAddress: z.object({ name: z.string(), address: z.string() }) }),
]);

const deliverSchema = z.object({
	mail: z.object({
		subject: z.string(),
		from: address,
		body: z
			.union([z.string(), z.object({ contentType: z.enum(['text', 'html']), content: z.string() })])
			.optional(),
		toRecipients: z.array(address).optional(),
		ccRecipients: z.array(address).optional(),
		categories: z.array(z.string()).optional(),
		importance: z.enum(['low', 'normal', 'high']).optional(),
		receivedDateTime: z.string().optional(),
		attachments: z
			.array(
				z.object({
					name: z.string(),
					kind: z.enum(['file', 'item', 'reference']).optional(),
					contentType: z.string().optional(),
					content: z.string().optional(),
					size: z.number().optional(),
					isInline: z.boolean().optional(),
					contentId: z.string().optional(),
				}),
			)
			.optional(),
	}),
	visibleAfterMs: z.number().optional(),
	folder: z.string().optional(),
});

const faultSchema: z.ZodType<Fault> = z.union([
	z
		.object({
			status: z.number(),
			headers: z.record(z.string()).optional(),
			body: z.unknown(),
			after: z.boolean().optional(),
		})
		.strict(),
	z.object({ cut: z.enum(['before', 'after']) }).strict(),
	z.object({ delayMs: z.number() }).strict(),
	z.object({ redirectTo: z.string() }).strict(),
	z.object({ bodyCutAfterBytes: z.number() }).strict(),
]);

const plannedSchema = z.object({
	match: z.object({
		method: z.string().optional(),
		path: z.string().optional(),
		/** A regular expression instead of the whole path. */
		pathPattern: z.string().optional(),
		times: z.number().optional(),
		inBatch: z.boolean().optional(),
	}),
	fault: faultSchema,
});

const randomSchema = z.object({
	seed: z.number(),
	rate: z.number().min(0).max(1),
	kinds: z.array(z.union([z.literal(429), z.literal(503), z.literal('cut')])),
	retryAfterSeconds: z.number().optional(),
});

const accountSchema = z.object({ account: z.string() });
const issueSchema = accountSchema.extend({
	expiresInMs: z.number().optional(),
	scope: z.string().optional(),
});
const signInSchema = z.object({ account: z.string().optional() });
const answerSchema = z.object({
	requestId: z.string(),
	field: z.string(),
	answers: z.array(z.object({ text: z.string().optional(), link: z.string().optional() })),
});

function readBody<T extends z.ZodTypeAny>(body: unknown, schema: T): z.output<T> {
	const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
	return schema.parse(JSON.parse(text === '' ? '{}' : text));
}

function describeMessage(mailbox: Mailbox, message: SimMessage): object {
	const folder = mailbox.folderOf(message.parentFolderId);
	return {
		...renderMessage(message, { kind: 'immutable', bodyType: 'text' }),
		folder: folder?.wellKnownName ?? folder?.displayName,
		attachments: message.attachments.map(({ name, size }) => ({ name, size })),
	};
}

function describeMailbox(mailbox: Mailbox): object {
	return {
		address: mailbox.address,
		messages: mailbox.messages.map((message) => describeMessage(mailbox, message)),
		sent: mailbox.sent.map((message) => describeMessage(mailbox, message)),
		categories: mailbox.categories,
	};
}

/** A log entry without credentials, and with bytes counted instead of shown. */
function describeRequest(entry: LoggedRequest): object {
	const { headers, body, parts, ...rest } = entry;
	const shown = Object.fromEntries(
		Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'cookie'),
	);
	return {
		...rest,
		headers: shown,
		...(entry.service === 'oauth'
			? {}
			: { body: Buffer.isBuffer(body) ? { bytes: body.length } : body }),
		...(parts === undefined ? {} : { parts: parts.map(describeRequest) }),
	};
}

/** Whether a request was sent to this machine by a name of its own: a web page may have given it another one. */
export function isOwnName(host = ''): boolean {
	return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

/**
 * Lets other processes on this machine drive the simulator: mails in, log and state out, faults,
 * tokens. JSON under `/_control`; nothing of it is logged as a request.
 */
export function mountControl(app: FastifyInstance, simulator: Simulator): void {
	app.addHook('onRequest', async ({ url, headers }, reply) => {
		// Programs name no origin.
		const isOfProgram = headers.origin === undefined && isOwnName(headers.host);
		if (!url.startsWith('/_control') || isOfProgram) return undefined;
		return await reply.code(403).send({ error: 'Web pages may not drive the simulator.' });
	});
	const paramOf = (params: unknown): string => String(property(params, 'address') ?? '');
	app.post('/_control/mailboxes/:address/deliver', async (request) => {
		const { mail, ...options } = readBody(request.body, deliverSchema);
		const mailbox = simulator.graph.mailbox(paramOf(request.params));
		return describeMessage(mailbox, mailbox.deliver(mail, options));
	});
	app.get('/_control/mailboxes/:address', async (request) =>
		describeMailbox(simulator.graph.mailbox(paramOf(request.params))),
	);
	app.get('/_control/requests', async () => simulator.requests.all.map(describeRequest));
	app.delete('/_control/requests', async () => {
		simulator.requests.clear();
		return {};
	});
	app.post('/_control/faults', async (request) => {
		const { match, fault } = readBody(request.body, plannedSchema);
		const { pathPattern, ...rest } = match;
		const path = pathPattern === undefined ? match.path : new RegExp(pathPattern);
		simulator.faults.next({ ...rest, ...(path === undefined ? {} : { path }) }, fault);
		return {};
	});
	app.post('/_control/faults/random', async (request) => {
		simulator.faults.random(readBody(request.body, randomSchema));
		return {};
	});
	app.delete('/_control/faults', async () => {
		simulator.faults.clear();
		return {};
	});
	app.post('/_control/tokens', async (request) => {
		const { account, ...options } = readBody(request.body, issueSchema);
		return simulator.tokens.issue(account, options);
	});
	app.post('/_control/tokens/expire', async (request) => {
		simulator.tokens.expireAccess(readBody(request.body, accountSchema).account);
		return {};
	});
	app.post('/_control/tokens/revoke', async (request) => {
		simulator.tokens.revoke(readBody(request.body, accountSchema).account);
		return {};
	});
	app.post('/_control/sign-in', async (request) => {
		const { account } = readBody(request.body, signInSchema);
		const { signIn } = simulator;
		if (account === undefined) delete signIn.account;
		else signIn.account = account;
		return {};
	});
	app.get('/_control/collection', async () => {
		const { clients, requests, webhooks } = simulator.collection;
		return { clients, requests, webhooks };
	});
	app.post('/_control/collection/answers', async (request) => {
		const { requestId, field, answers } = readBody(request.body, answerSchema);
		const { collection } = simulator;
		const found = collection.requests.find(({ id }) => id === requestId);
		if (found === undefined) throw new Error(`There is no request ${requestId}`);
		return collection.answer(found, field, ...answers);
	});
	app.post('/_control/reset', async () => {
		const { graph, collection, requests, faults } = simulator;
		graph.reset();
		collection.reset();
		requests.clear();
		faults.clear();
		return {};
	});
}

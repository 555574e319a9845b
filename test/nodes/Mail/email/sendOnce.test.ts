import type { INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../../../nodes/shared/http/clock';
import type { ExecuteOptions } from '../../../harness/executeNode';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf } from '../../../harness/steps';
import type { Fault, RequestMatch } from '../../../simulator/faults';
import { matchesRequest } from '../../../simulator/faults';

// Holds under each reading of fact: sent-draft-id.

const clock = createSkippingClock();
useMailboxes({ clock });
// A mailbox takes 150 MB of uploads in five minutes: each test has them all.
beforeEach(async () => await clock.wait(300_000));

const GUID = '2c4d5f0e-7b1a-4d57-9a53-6f1c2f7f3d11';

const drafts = () =>
	own().messages.filter(({ parentFolderId }) => parentFolderId === own().folder('drafts').id);

const small: Partial<ExecuteOptions> = {
	items: [{ json: {}, files: { data: { content: 'one', fileName: 'one.txt' } } }],
};
const large: Partial<ExecuteOptions> = {
	items: [
		{
			json: {},
			files: {
				data: { content: Buffer.alloc(4_500_000, 'x'), fileName: 'big.bin' },
				more: { content: 'two', fileName: 'two.txt' },
			},
		},
	],
};

const send = async (options: Partial<ExecuteOptions>) =>
	await runStep(
		'email.sendEmail',
		{ to: 'ann@contoso.com', subject: 'Hello', message: 'Good day', attachments: 'all' },
		options,
	);

const ask = async (options: Partial<ExecuteOptions> = {}) =>
	await runStep('email.sendAndWait', { to: 'ann@contoso.com', message: 'May I?' }, options);

/** Mails with links in them, in whatever folder. */
const kept = () => own().messages.filter(({ body }) => body.content.includes('signature='));

/** When each of these requests came, in milliseconds after the one before it was answered. */
function pausesBefore(match: RequestMatch): number[] {
	const all = provider().requests.all;
	return all.flatMap(({ startedAt }, index) => {
		const request = all[index];
		return request && matchesRequest(match, request, false)
			? [startedAt - (all[index - 1]?.endedAt ?? startedAt)]
			: [];
	});
}

/** Lets the first `position` requests pass and hits the next one. */
function hit(position: number, fault: Fault) {
	if (position > 0) provider().faults.next({ times: position }, { delayMs: 0 });
	provider().faults.next({}, fault);
}

const cuts: Array<[string, Fault]> = [
	['is cut before it runs', { cut: 'before' }],
	['is cut after it ran', { cut: 'after' }],
];
const faults: Array<[string, Fault]> = [
	...cuts,
	['answers 503 without running', { status: 503 }],
	['answers 504 although it ran', { status: 504, after: true }],
];

const page = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<html><body>Access is blocked</body></html>',
};
const error = { code: 'InternalServerError', message: 'Expected list response.' };
const garbled = { status: 202, headers: { 'content-encoding': 'gzip' }, body: 'not packed' };
/** What comes in the place of an answer to something that is written. */
const unread: Array<[string, Fault]> = [
	['is answered with a page without running', page],
	['is answered with a page although it ran', { ...page, after: true }],
	['is answered with nothing but an error in a 200', { status: 200, body: { error } }],
	['has an answer that cannot be unpacked', { ...garbled, after: true }],
];

describe('a cancelled run waits no more', () => {
	const sent: RequestMatch = { method: 'GET', path: /\/mailFolders\/sentitems\/messages$/ };

	it.each<[string, () => void, typeof send]>([
		['before it looks for its draft', () => hit(0, { cut: 'after' }), send],
		['before it looks whether the email left', () => hit(1, { cut: 'after' }), send],
		[
			'before it looks again for the copy of a question',
			() => provider().faults.next({ ...sent, times: 9 }, { status: 400 }),
			ask,
		],
	])('%s', async (_when, prepare, run) => {
		prepare();
		const abort = new AbortController();
		const began = clock.now();
		const cancelling: Clock = {
			now: clock.now,
			async wait(ms, signal) {
				if (ms > 0) abort.abort();
				await clock.wait(ms, signal);
			},
		};
		const failure = await failureOf(run({ clock: cancelling, abortSignal: abort.signal }));
		expect(failure.message).toContain('The execution was cancelled');
		expect(abort.signal.aborted).toBe(true);
		expect(clock.now() - began).toBe(0);
	});
});

describe.each(faults)('when a request %s', (_, fault) => {
	it.each([0, 1])('a mail with a small file goes out once (request %i)', async (position) => {
		hit(position, fault);
		const items = await send(small);
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([1]);
		// Where it keeps no ID, what comes back is that of the draft.
		const isKept = provider().readings.is({ fact: 'sent-draft-id', as: 'kept' });
		expect(items[0]?.json.id === own().sent[0]?.immutableId).toBe(isKept);
		expect(drafts()).toEqual([]);
		expect(provider().faults.pending).toBe(0);
	});

	it.each([0, 1, 2, 3])(
		'a question goes out once and leaves no copy in the mailbox (request %i)',
		async (position) => {
			hit(position, fault);
			const [parked] = await ask();
			expect(own().sent).toHaveLength(1);
			expect(parked?.json.question).not.toHaveProperty('copyKept');
			expect(kept()).toEqual([]);
			expect(provider().faults.pending).toBe(0);
		},
	);
});

describe.each([...faults, ...unread])('when a request %s', (_, fault) => {
	it('a mail without draft is never sent again, and the error says that it may have been sent', async () => {
		const scope = 'Mail.Read Mail.Send';
		hit(1, fault);
		await expect(
			send({
				...small,
				credentialData: { oauthTokenData: { ...provider().tokens.issue(OWN_MAILBOX, { scope }) } },
			}),
		).rejects.toMatchObject({
			message: 'The email may have been sent: the provider did not say what became of it',
			description: expect.stringContaining('Look in Sent Items'),
		});
		const ran = 'cut' in fault ? fault.cut === 'after' : 'after' in fault;
		expect(own().sent).toHaveLength(ran ? 1 : 0);
	});
});

describe.each([...cuts, ...unread])('when a request %s', (_, fault) => {
	// POST of the draft, upload session, two parts, POST of the small file, send
	it.each([0, 1, 2, 3, 4, 5])(
		'a mail with a large and a small file goes out once (request %i)',
		async (position) => {
			hit(position, fault);
			await send(large);
			expect(
				own().sent.map(({ attachments }) => attachments.map(({ content }) => content.length)),
			).toEqual([[4_500_000, 3]]);
			expect(drafts()).toEqual([]);
			expect(provider().faults.pending).toBe(0);
		},
		60_000,
	);
});

describe('a question', () => {
	it('leaves no copy in the mailbox where Sent Items shows it late', async () => {
		provider().graph.sentItemsDelayMs = 5_000;
		await ask();
		expect(own().sent).toHaveLength(1);
		expect(kept()).toEqual([]);
	});

	it('leaves no copy in the mailbox of an account that may not keep drafts', async () => {
		const scope = 'Mail.Send';
		await ask({
			credentialData: { oauthTokenData: { ...provider().tokens.issue(OWN_MAILBOX, { scope }) } },
		});
		expect(own().sent).toHaveLength(1);
		expect(kept()).toEqual([]);
	});
});

describe('when the provider stays away', () => {
	it('nothing is sent twice or silently: no draft, a clear error', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/, times: 99 }, { cut: 'before' });
		const failed = await failureOf(send(small));
		expect(failed.message).toBe(
			'Nothing was sent: the provider did not say that it made the draft',
		);
		expect(failed.description).toMatch(/^Run the step again later\.( \(|$)/);
		expect(own().sent).toEqual([]);
		expect(own().messages).toEqual([]);
	});

	it('each look for a draft waits longer than the one before', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/, times: 99 }, { cut: 'before' });
		await failureOf(send(small));
		expect(pausesBefore({ method: 'GET', path: /\/messages$/ })).toEqual([500, 1_000, 1_500]);
		expect(provider().requests.count({ method: 'POST' })).toBe(3);
	});

	const writes: Array<[string, RequestMatch]> = [
		['a draft is made', { method: 'POST', path: /\/messages$/ }],
		['a file is attached', { method: 'POST', path: /\/attachments$/ }],
		['a part of a file is uploaded', { method: 'PUT' }],
		['a draft is sent', { method: 'POST', path: /\/send$/ }],
	];
	it.each(writes)('%s again only after the pause that the provider asks for', async (_, match) => {
		const headers = { 'retry-after': '20' };
		provider().faults.next(match, { status: 503, headers });
		await send(large);
		const { all } = provider().requests;
		const [first, ...later] = all.filter((request) => matchesRequest(match, request, false));
		const next = all.find(({ startedAt }) => startedAt > (first?.endedAt ?? Infinity));
		expect(later).not.toEqual([]);
		expect((next?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(20_000);
		expect(own().sent).toHaveLength(1);
	});

	it.each(writes)('%s once where the provider asks for a pause of an hour', async (_, match) => {
		provider().faults.next(match, { status: 503, headers: { 'retry-after': '3600' } });
		await failureOf(send(large));
		expect(provider().requests.count(match)).toBe(1);
		expect([own().sent, drafts()]).toEqual([[], []]);
	});

	it('a draft that cannot be looked for is not made again, and the error says that it may be there', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/ }, { cut: 'after' });
		provider().faults.next({ method: 'GET', path: /\/messages$/ }, { status: 403 });
		await expect(send(small)).rejects.toMatchObject({
			message: 'Nothing was sent: the provider did not say that it made the draft',
			description: expect.stringContaining('An unsent draft may be left in Drafts.'),
		});
		expect(drafts()).toHaveLength(1);
		expect(own().sent).toEqual([]);
	});

	it('a draft that Retry On Fail found and deleted is not taken for the next one', async () => {
		provider().faults.next({ method: 'POST', path: /\/messages$/ }, { cut: 'after' });
		provider().faults.next({ method: 'GET', path: /\/messages$/ }, { status: 403 });
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		await send({ ...large, tries: 3 });
		expect(own().sent.map(({ attachments }) => attachments.length)).toEqual([2]);
		expect(provider().requests.count({ method: 'POST', path: /\/messages$/ })).toBe(2);
		expect(drafts()).toEqual([]);
	});

	it('the draft is deleted when sending is refused each time', async () => {
		provider().faults.next({ path: /\/send$/, times: 99 }, { status: 503 });
		const failed = await failureOf(send(small));
		expect(failed.message).toBe('The provider did not take the email: it was not sent');
		expect(failed.description).toMatch(/^Run the step again later\.( \(|$)/);
		expect(own().sent).toEqual([]);
		expect(drafts()).toEqual([]);
		expect(provider().requests.count({ path: /\/send$/ })).toBe(3);
	});

	it('a draft that somebody has deleted meanwhile is not said to be left', async () => {
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		provider().faults.next({ method: 'DELETE' }, { status: 404, after: true });
		const { description } = await failureOf(send(small));
		expect(description).not.toContain('An unsent draft');
		expect(drafts()).toEqual([]);
	});

	it('a draft that cannot be deleted is named', async () => {
		provider().faults.next({ path: /\/send$/ }, { status: 403 });
		provider().faults.next({ method: 'DELETE', times: 99 }, { status: 403 });
		await expect(send(small)).rejects.toMatchObject({
			description: expect.stringMatching(
				/An unsent draft is left in Drafts \(ID \S+\): delete it\./,
			),
		});
		expect(drafts()).toHaveLength(1);
	});

	it('a sending whose fate cannot be learnt is reported, not repeated', async () => {
		provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
		provider().faults.next({ method: 'GET', times: 99 }, { status: 403 });
		await expect(send(small)).rejects.toThrow('may have been sent');
		expect(own().sent).toHaveLength(1);
		expect(provider().requests.count({ path: /\/send$/ })).toBe(1);
	});

	it.each(unread.slice(-1))(
		'a sending that %s leaves its copy, and is not tried again with Retry On Fail',
		async (_, fault) => {
			provider().faults.next({ path: /\/send$/ }, fault);
			await send({ ...small, tries: 2 });
			expect(own().sent.map(({ parentFolderId }) => parentFolderId)).toEqual([
				own().folder('sentitems').id,
			]);
		},
	);

	it('a sending whose fate cannot be learnt is not tried again with Retry On Fail', async () => {
		provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
		provider().faults.next({ method: 'GET', times: 99 }, { status: 403 });
		await expect(send({ ...small, tries: 3 })).rejects.toThrow('may have been sent');
		expect(own().sent).toHaveLength(1);
	});

	it('a mail without a message ID cannot be found in Sent Items, and is not sent again', async () => {
		provider().faults.next(
			{ method: 'POST', path: /\/messages$/ },
			{ status: 201, body: { id: 'draft-1', subject: 'Hello', internetMessageId: null } },
		);
		provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
		provider().faults.next({ path: /draft-1/, times: 99 }, { status: 404 });
		await expect(send(small)).rejects.toThrow('may have been sent');
		expect(provider().requests.count({ path: /sentitems/ })).toBe(0);
	});
});

it('a mail that is shown nowhere yet is looked for again and again, with growing pauses', async () => {
	provider().graph.sentItemsDelayMs = 10_000;
	provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
	provider().faults.next({ method: 'GET', path: /\/messages\/[^/]+$/, times: 99 }, { status: 404 });
	await send(small);
	expect(own().sent).toHaveLength(1);
	const look = { method: 'GET', path: /\/messages\/[^/]+$/ };
	expect(pausesBefore(look)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
});

it('a mail that is shown nowhere for half a minute may have been sent', async () => {
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	provider().faults.next({ method: 'GET', path: /\/messages\/[^/]+$/, times: 99 }, { status: 404 });
	await expect(send(small)).rejects.toMatchObject({
		message: 'The email may have been sent: the provider did not say what became of it',
		description: expect.stringMatching(/^Look in Sent Items and Drafts \(message ID \S+\)/),
	});
	expect(provider().requests.count({ path: /sentitems/ })).toBe(5);
	expect(drafts()).toHaveLength(1);
});

it('a mail of which one answer was lost may have been sent, although the next sending was refused', async () => {
	const { faults } = provider();
	const look = { method: 'GET', path: /\/messages\/[^/]+$/ };
	faults.next({ path: /\/send$/ }, { cut: 'before' });
	faults.next(look, { delayMs: 0 });
	faults.next({ path: /\/send$/ }, { status: 403 });
	faults.next({ ...look, times: 99 }, { status: 404 });
	await expect(send(small)).rejects.toMatchObject({
		message: 'The email may have been sent: the provider did not say what became of it',
	});
	expect(provider().requests.count({ path: /\/send$/ })).toBe(2);
	expect(drafts()).toHaveLength(1);
});

describe('in a mailbox that takes no more names of properties (fact: names-full)', () => {
	beforeEach(() => (own().hasNoNames = true));

	it('of which a new draft is refused with 507, sends it without a mark', async () => {
		const error = { code: 'ErrorQuotaExceeded', message: 'Cannot get ID from name.' };
		const made = { method: 'POST', path: /messages$/ };
		provider().faults.next(made, { status: 507, body: { error } });
		await send(small);
		expect(own().sent).toHaveLength(1);
	});

	const sendings: Array<[step: string, fields: INodeParameters]> = [
		['email.sendEmail', { to: 'ann@contoso.com' }],
		['email.scheduleEmail', { to: 'ann@contoso.com', sendAt: '2030-01-01T10:00' }],
		['email.replyToEmail', {}],
		['email.forwardEmail', { to: 'ann@contoso.com' }],
	];
	it.each(sendings)('%s %j goes out or waits once, without a mark', async (step, fields) => {
		const { immutableId: messageId } = own().deliver({ subject: 'Hi', from: 'ann@contoso.com' });
		await runStep(step, { messageId, message: 'Good day', ...fields });
		const made = own().messages.filter(({ body }) => body.content.includes('Good day'));
		expect(made).toHaveLength(1);
		expect(own().sent).toHaveLength('sendAt' in fields ? 0 : 1);
	});

	it('a property of its own cannot be set, and the error says why', async () => {
		const { immutableId } = own().deliver({ subject: 'Hi', from: 'ann@contoso.com' });
		const body = { singleValueExtendedProperties: [{ id: `String {${GUID}} Name x`, value: 'y' }] };
		const endpoint = `/me/messages/${immutableId}`;
		const call = { method: 'PATCH', endpoint, body: JSON.stringify(body) };
		expect(await failureOf(runStep('advanced.apiCall', call))).toMatchObject({
			message: expect.stringContaining('no room for another named property'),
		});
	});
});

it('a mail in the Outbox is on its way, although it is still called a draft', async () => {
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	provider().faults.next(
		{ method: 'GET', path: /\/messages\/[^/]+$/ },
		{ status: 200, body: { isDraft: true, parentFolderId: own().folder('outbox').id } },
	);
	await send(small);
	expect(provider().requests.count({ path: /\/send$/ })).toBe(1);
});

it('a draft whose folder was not told is sent again as long as it is one', async () => {
	const made = { id: 'draft-1', subject: 'Hello', internetMessageId: '<1@contoso.com>' };
	provider().faults.next({ method: 'POST', path: /\/messages$/ }, { status: 201, body: made });
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	const now = { isDraft: true, parentFolderId: 'drafts' };
	provider().faults.next({ method: 'GET', path: /draft-1$/ }, { status: 200, body: now });
	provider().faults.next({ path: /\/send$/ }, { status: 202 });
	await send(small);
	expect(provider().requests.count({ path: /draft-1\/send$/ })).toBe(2);
});

it('a look into Sent Items asks for the ID of one mail', async () => {
	await ask();
	const [look] = provider().requests.matching({ path: /sentitems/ });
	const { internetMessageId } = own().sent[0] ?? {};
	expect(look?.query).toEqual({
		$filter: `internetMessageId eq '${internetMessageId}'`,
		$select: 'id',
		$top: '2',
	});
});

it.each(['kept', 'new'])(
	'links leave Sent Items where nothing may be deleted, with an ID that is %s',
	async (as) => {
		provider().readings.choose({ fact: 'sent-draft-id', as });
		const [parked] = await ask({ credentialData: { whatMayBeDeleted: 'nothing' } });
		expect(parked?.json.question).not.toHaveProperty('copyKept');
		expect(kept()).toEqual([]);
	},
);

it('links are looked for in Sent Items at once, and then with growing pauses', async () => {
	provider().graph.sentItemsDelayMs = 3_600_000;
	const [parked] = await ask();
	expect(pausesBefore({ path: /sentitems/ })).toEqual([0, 1_000, 2_000, 4_000, 8_000]);
	expect(parked?.json.question).toMatchObject({ copyKept: true });
});

it('what became of a sending is asked with two properties of the draft', async () => {
	provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
	provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
	await send(small);
	const looks = provider().requests.all.filter(({ method }) => method === 'GET');
	expect(looks.map(({ query }) => query.$select)).toEqual(['isDraft,parentFolderId']);
});

it('a sent mail that Drafts no longer has is found in Sent Items', async () => {
	provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
	provider().faults.next({ method: 'GET', path: /\/messages\/[^/]+$/ }, { status: 404 });
	await send(small);
	expect(own().sent).toHaveLength(1);
	expect(provider().requests.count({ path: /\/send$/ })).toBe(1);
});

it('a draft that was made, but whose answer cannot be read, is found instead of made again', async () => {
	const match = { method: 'POST', path: /\/messages$/ };
	provider().faults.next(match, { status: 201, body: 'made', after: true });
	await send(small);
	expect(own().sent).toHaveLength(1);
	expect(drafts()).toEqual([]);
	expect(provider().requests.count(match)).toBe(1);
});

it('a mail whose second sending is refused because the first was only slow counts as sent, and stays', async () => {
	provider().readings.choose({ fact: 'sent-draft-id', as: 'kept' });
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	// The first one arrives after all, just before the second, which finds no draft any more.
	provider().faults.next({ path: /\/send$/ }, { status: 404, after: true });
	const items = await send(small);
	expect(own().sent).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ sent: true, id: own().sent[0]?.immutableId });
	const kept = own().messages.map(({ parentFolderId }) => parentFolderId);
	expect(kept).toEqual([own().folder('sentitems').id]);
	expect(provider().requests.count({ path: /\/send$/ })).toBe(2);
});

it('a mail whose last sending is slow is waited for, before it is said not to be sent', async () => {
	provider().faults.next({ path: /\/send$/, times: 2 }, { cut: 'before' });
	provider().faults.next({ path: /\/send$/ }, { cut: 'after' });
	const asBefore = { isDraft: true, parentFolderId: own().folder('drafts').id };
	const look = { method: 'GET', path: /\/messages\/[^/]+$/ };
	provider().faults.next({ ...look, times: 4 }, { status: 200, body: asBefore });
	const items = await send(small);
	expect(items[0]?.json).toMatchObject({ sent: true });
	expect(own().sent).toHaveLength(1);
	expect(pausesBefore(look)).toEqual([500, 500, 500, 1_000, 2_000]);
});

it('a mail whose second sending is refused is waited for as well, as the first may be slow', async () => {
	provider().faults.next({ path: /\/send$/ }, { cut: 'before' });
	provider().faults.next({ path: /\/send$/ }, { status: 400, after: true });
	const asBefore = { isDraft: true, parentFolderId: own().folder('drafts').id };
	const look = { method: 'GET', path: /\/messages\/[^/]+$/ };
	provider().faults.next({ ...look, times: 3 }, { status: 200, body: asBefore });
	const items = await send(small);
	expect(items[0]?.json).toMatchObject({ sent: true });
	expect(own().sent).toHaveLength(1);
});

it('each part of a throttled batch goes out once', async () => {
	provider().faults.next(
		{ path: /\/send$/, inBatch: true, times: 3 },
		{ status: 429, headers: { 'retry-after': '0.1' } },
	);
	provider().faults.next({ path: '/$batch', inBatch: false }, { delayMs: 0 });
	provider().faults.next({ path: '/$batch', inBatch: false }, { cut: 'after' });
	await send({ items: Array.from({ length: 30 }, () => ({ json: {} })) });
	expect(own().sent).toHaveLength(30);
	expect(drafts()).toEqual([]);
});

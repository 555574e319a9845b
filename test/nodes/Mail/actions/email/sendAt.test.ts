import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from '../../../../harness/executeNode';
import { asked, own, provider, runForOne, runStep, useMailboxes } from '../../../../harness/mail';
import { approved, reviewTool } from '../../../../harness/reviewTool';
import { createSkippingClock } from '../../../../harness/skippingClock';
import { failureOf } from '../../../../harness/steps';
import { EVE, PAT, policies } from '../../../../policy/mailboxUnderAttack';
import type { Fault } from '../../../../simulator/faults';
import { observeRequests } from '../../../../simulator/requestLog';

// Holds under each reading of fact: deferred-place, fact: deferred-time; fact: deferred-existing.

const clock = createSkippingClock();
useMailboxes({ clock });

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
async function later(hours: number) {
	await clock.wait(hours * HOUR_MS);
	provider().graph.sendDue();
}
const subjects = () => own().sent.map(({ subject }) => subject);
const drafts = () => {
	const folders = ['drafts', 'outbox'].map((name) => own().folder(name).id);
	return own().messages.filter(({ parentFolderId }) => folders.includes(parentFolderId));
};
const list = async () =>
	(await runStep('email.listScheduledEmails', {})).map(({ json }) => json.subject);
const sendings = () => asked().filter((request) => request.endsWith('/send'));
const lost: Fault[] = [{ cut: 'before' }, { cut: 'after' }, { status: 504, after: true }];

/** Somebody deletes the draft for good just when it is about to be handed over. */
let goesBeforeSending = false;
observeRequests(({ path }) => {
	if (goesBeforeSending && path.endsWith('/send')) for (const one of drafts()) own().remove(one);
});
afterEach(() => {
	goesBeforeSending = false;
});

interface Way {
	step: string;
	subject: string;
	/** Of what it sends, and to whom. */
	prepare(from: string): Promise<INodeParameters> | INodeParameters;
	/** What is left in Drafts where nothing goes out. */
	left: number;
}

const answered = (from: string) => own().deliver({ subject: 'Offer', from }).immutableId;
const ways: Way[] = [
	{
		step: 'email.replyToEmail',
		subject: 'RE: Offer',
		prepare: (from) => ({ messageId: answered(from), message: 'Thanks' }),
		left: 0,
	},
	{
		step: 'email.forwardEmail',
		subject: 'FW: Offer',
		prepare: (to) => ({ messageId: answered(PAT), to }),
		left: 0,
	},
	{
		step: 'email.sendDraft',
		subject: 'Draft',
		async prepare(to) {
			const { id } = await runForOne('email.createDraft', { to, subject: 'Draft' });
			provider().requests.clear();
			return { messageId: String(id) };
		},
		left: 1,
	},
];

it('a draft keeps its time where nobody can tell whether it waits', async () => {
	const { id } = await runForOne('email.createDraft', { to: PAT, subject: 'Draft' });
	provider().requests.clear();
	provider().faults.next({ path: /send$/ }, { cut: 'after' });
	const given = { messageId: String(id), options: { sendAt: inHours(2) } };
	const failure = await failureOf(runStep('email.sendDraft', given));
	expect(failure.message).toContain('may wait in Drafts');
	const changes = provider().requests.all.filter(({ method }) => method === 'PATCH');
	expect(changes).toHaveLength(1);
	await later(3);
	expect(subjects()).toEqual(['Draft']);
});

describe.each(ways)('$step with Send At', ({ step, subject, prepare, left }) => {
	const send = async (
		hours: number,
		{ to = PAT, ...options }: Partial<ExecuteOptions> & { to?: string } = {},
	) =>
		await runForOne(step, { ...(await prepare(to)), options: { sendAt: inHours(hours) } }, options);

	it('leaves at its time, once, and is listed until then', async () => {
		const at = inHours(2);
		const item = await send(2);
		expect(item).toMatchObject({ sent: false, subject, to: [{ address: PAT }] });
		expect(new Date(String(item.sendAt)).toISOString()).toBe(at);
		expect([subjects(), await list()]).toEqual([[], [subject]]);
		await later(1.9);
		expect(subjects()).toEqual([]);
		await later(0.2);
		expect([subjects(), await list()]).toEqual([[subject], []]);
		await later(50);
		expect(subjects()).toEqual([subject]);
	});

	it('gets its time when it is complete, just before it is handed over', async () => {
		await send(2);
		const [timed, sent] = provider().requests.all.slice(-2);
		expect(timed).toMatchObject({
			method: 'PATCH',
			body: {
				singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF' }, { id: 'SystemTime 0x000F' }],
			},
		});
		expect([sent?.method, sendings().length]).toEqual(['POST', 1]);
	});

	it('is cancelled as any other', async () => {
		const { id } = await send(2);
		await runForOne('email.cancelScheduledEmail', { messageId: String(id) });
		await later(3);
		expect([subjects(), drafts()]).toEqual([[], []]);
	});

	it.each([
		['2027-01-15T07:59:00Z', /Send At: is in the past: it is 20/],
		['2031-03-02', /Send At: says no time of day/],
		['tomorrow at nine', /Send At: is not a date and time/],
	])('refuses %s, and sends nothing', async (sendAt, words) => {
		const given = await prepare(PAT);
		const failure = await failureOf(runStep(step, { ...given, options: { sendAt } }));
		expect(failure.message).toMatch(words);
		expect([sendings(), drafts().length]).toEqual([[], left]);
	});

	it('is sent once at most when answers are lost and n8n tries again', async () => {
		const plans = fc.array(fc.constantFrom(...lost), { maxLength: 2 });
		await fc.assert(
			fc.asyncProperty(plans, async (faults) => {
				provider().graph.reset();
				const given = await prepare(PAT);
				for (const fault of faults) provider().faults.next({ path: /send$/ }, fault);
				const run = runForOne(step, { ...given, options: { sendAt: inHours(2) } }, { tries: 3 });
				const failure = await run.then(
					() => undefined,
					async (error: unknown) => await failureOf(Promise.reject(error)),
				);
				await later(3);
				// Whoever is told of a doubt looks; nobody else is.
				const isInDoubt = failure?.message.includes('may wait in Drafts') === true;
				expect(isInDoubt ? [subject] : subjects()).toEqual([subject]);
				expect(subjects().length).toBeLessThanOrEqual(1);
				expect(isInDoubt).toBe(left === 1 && failure !== undefined);
			}),
			{ numRuns: 8 },
		);
	});

	it('does not wait where the provider refuses it', async () => {
		provider().faults.next({ path: /send$/ }, { status: 403 });
		await failureOf(send(2));
		expect([drafts().length, await list()]).toEqual([left, []]);
		await later(3);
		expect(subjects()).toEqual([]);
	});

	it('is not said to leave later where the draft was gone when it was handed over', async () => {
		goesBeforeSending = true;
		const failure = await failureOf(send(2));
		expect(failure.message).toMatch(left ? /not found/i : 'may wait in Drafts');
		await later(3);
		expect(subjects()).toEqual([]);
	});

	describe('under a policy', () => {
		const under = (policy: keyof typeof policies) => ({ credentialData: policies[policy] });

		it('reaches nobody later who may not be written to now, and bears no time', async () => {
			const failure = await failureOf(send(2, { to: EVE, ...under('listed') }));
			expect(failure.message).toContain('may not be written to');
			expect([sendings(), drafts().length, await list()]).toEqual([[], left, []]);
			await send(2, under('listed'));
			await later(3);
			expect(subjects()).toEqual([subject]);
		});

		it('is left without a time where nothing is sent', async () => {
			const item = await send(2, under('nobody'));
			expect(item).toMatchObject({ sent: false, note: expect.stringContaining('in Drafts') });
			expect(item).not.toHaveProperty('sendAt');
			expect([drafts().length, await list()]).toEqual([1, []]);
		});

		it('counts in the hour in which it leaves, and not before', async () => {
			for (const hours of [24, 24.5, 48]) await send(hours, under('twoAnHour'));
			const failure = await failureOf(send(24.9, under('twoAnHour')));
			expect(failure.message).toContain('as many emails as may leave in an hour around that time');
			expect([drafts().length, (await list()).length]).toEqual([3 + left, 3]);
			await runStep('email.sendEmail', { to: PAT, message: 'Hi' }, under('twoAnHour'));
			expect(subjects()).toHaveLength(1);
		});

		it('stays in Drafts without a time in a dry run', async () => {
			const { dryRun, draft } = await send(2, { credentialData: { dryRun: true } });
			expect([dryRun, draft]).toEqual([true, { id: expect.any(String) }]);
			expect([sendings(), drafts().length, await list()]).toEqual([[], 1, []]);
		});
	});
});

describe.each(ways.slice(0, 2))('$step', ({ step, prepare }) => {
	it('does not take a time for what is left in Drafts', async () => {
		const given = { ...(await prepare(PAT)), saveAsDraft: true, options: { sendAt: inHours(2) } };
		const failure = await failureOf(runStep(step, given));
		expect(failure.message).toContain('Save as Draft: is on, and a draft is not sent at a time');
		expect(asked()).toEqual([]);
	});
});

describe('Send Draft of a draft', () => {
	const sendDraft = async (messageId: string, options: INodeParameters = {}, asTool = false) =>
		await runForOne('email.sendDraft', { messageId, options }, { asTool });
	/** A draft on which somebody set a time. */
	const deferred = (hours: number) =>
		own().addMessage({
			isDraft: true,
			subject: 'Draft',
			toRecipients: [{ emailAddress: { name: PAT, address: PAT } }],
			singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value: inHours(hours) }],
			parentFolderId: own().folder('drafts').id,
		});

	it('that bears a time says when it leaves, and that it did not yet', async () => {
		const { immutableId } = deferred(2);
		expect(await sendDraft(immutableId)).toMatchObject({ sent: false, sendAt: expect.any(String) });
		await later(3);
		expect(subjects()).toEqual(['Draft']);
	});

	it('whose time is over sends it at once, or at another time', async () => {
		expect(await sendDraft(deferred(-1).immutableId)).toMatchObject({ sent: true });
		await sendDraft(deferred(-1).immutableId, { sendAt: inHours(1) });
		expect([subjects(), (await list()).length]).toEqual([['Draft'], 1]);
	});

	it('that may wait changes no time, so that it is not handed over twice', async () => {
		const { immutableId } = deferred(2);
		const failure = await failureOf(sendDraft(immutableId, { sendAt: inHours(5) }));
		expect(failure.message).toContain('Message ID: has a time already, and may wait for it');
		expect(failure.message + failure.description).toContain('Cancel Scheduled Email');
		expect(asked().filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('with a time hands it over once where the answer is lost', async () => {
		provider().readings.choose({ fact: 'deferred-place', as: 'drafts' });
		const { immutableId } = deferred(2);
		provider().faults.next({ path: /send$/ }, { cut: 'after' });
		const failure = await failureOf(sendDraft(immutableId));
		expect(failure.message).toContain('may wait in Drafts');
		expect(failure.description).toContain('Copy its text, and cancel it with Cancel Scheduled');
		expect(sendings()).toHaveLength(1);
	});

	it('says that a time is left where it cannot be taken away again', async () => {
		const given = await ways[2]?.prepare(PAT);
		provider().faults.next({ path: /send$/ }, { status: 403 });
		provider().faults.next({ method: 'PATCH' }, { delayMs: 0 });
		provider().faults.next({ method: 'PATCH' }, { status: 403 });
		const failure = await failureOf(
			runStep('email.sendDraft', { ...given, options: { sendAt: inHours(2) } }),
		);
		expect(failure.description).toContain('The draft has a time now: open it in Outlook');
	});

	it('says of no time that it is left where it was refused', async () => {
		const given = await ways[2]?.prepare(PAT);
		provider().faults.next({ method: 'PATCH', times: 2 }, { status: 403 });
		const failure = await failureOf(
			runStep('email.sendDraft', { ...given, options: { sendAt: inHours(2) } }),
		);
		expect(failure.message).toContain('is not allowed to do this');
		expect(failure.description).not.toContain('The draft has a time now');
	});
});

describe('A review of what leaves later', () => {
	const sendAt = "={{ $fromAI('Send_At') }}";

	it.each(ways)('of $step shows the time that the agent gave', async ({ step, prepare }) => {
		const given = await prepare(PAT);
		const operation = step.replace('email.', '');
		const reviewed = { operation, ...given, options: { sendAt, timeZone: 'Asia/Tokyo' } };
		const html = await reviewTool(reviewed, { Send_At: '2031-03-02T09:00' });
		const [shown = ''] = html.split('What will run');
		expect(shown).toContain('2031-03-02T09:00');
		expect(shown).toContain('Asia/Tokyo');
	});

	it('shows the time that a person fixed', async () => {
		const given = await ways[2]?.prepare(PAT);
		const reviewed = { operation: 'sendDraft', ...given, options: { sendAt: '2031-03-02T09:00' } };
		expect(await reviewTool(reviewed, {})).toContain('2031-03-02T09:00');
	});

	it('shows the time of a draft, and holds it to that', async () => {
		const { id } = await runForOne('email.createDraft', { to: PAT, subject: 'Draft' });
		const messageId = String(id);
		const setTime = async (value: string) =>
			await runStep('advanced.apiCall', {
				method: 'PATCH',
				endpoint: `/me/messages/${messageId}`,
				body: JSON.stringify({
					singleValueExtendedProperties: [{ id: 'SystemTime 0x3FEF', value }],
				}),
			});
		const reviewed = { operation: 'sendDraft', messageId: "={{ $fromAI('Draft') }}" };
		await setTime('2031-03-02T09:00:00Z');
		expect(await reviewTool(reviewed, { Draft: messageId })).toContain(
			'Waits until: 2031-03-02T09:00Z',
		);
		await setTime('2027-03-02T09:00:00Z');
		const send = async () => await runForOne('email.sendDraft', { messageId }, approved());
		expect((await failureOf(send())).message).toContain('was changed since its review');
		await reviewTool(reviewed, { Draft: messageId });
		expect(await send()).toMatchObject({ sent: false, sendAt: expect.any(String) });
	});

	it('holds for a second try where the first one was not taken', async () => {
		const given = await ways[2]?.prepare(PAT);
		const messageId = String(given?.messageId);
		const reviewed = {
			operation: 'sendDraft',
			messageId: "={{ $fromAI('Draft') }}",
			options: { sendAt },
		};
		await reviewTool(reviewed, { Draft: messageId, Send_At: inHours(2) });
		provider().faults.next({ path: /send$/ }, { status: 403 });
		const options = { sendAt: inHours(2) };
		const send = async () => await runForOne('email.sendDraft', { messageId, options }, approved());
		await failureOf(send());
		expect(await send()).toMatchObject({ sent: false });
	});
});

describe('an email that waits for its time', () => {
	const asTool = { asTool: true };
	const files = { items: [{ json: {}, files: { data: { content: 'x', fileName: 'x.txt' } } }] };
	const changes = [
		['updateDraft', { message: 'Pay to DE00 EVIL', bcc: EVE }],
		['addAttachment', { attachments: 'data' }],
		['deleteAttachment', { attachmentId: 'a' }],
	] as const;

	async function waiting(): Promise<string> {
		const { id } = await runForOne('email.createDraft', { to: PAT, message: 'Thank you' });
		const later = { messageId: String(id), options: { sendAt: inHours(2) } };
		await runForOne('email.sendDraft', later, asTool);
		const [one] = await runStep('email.listScheduledEmails', {}, asTool);
		return String(one?.json.id);
	}

	it.each(changes)('is not changed by a language model: %s', async (operation, given) => {
		const messageId = await waiting();
		const { message } = await failureOf(
			runStep(`email.${operation}`, { messageId, ...given }, { ...files, ...asTool }),
		);
		expect(message).toContain('waits to be sent');
		expect(message).toContain('Cancel it with Cancel Scheduled Email');
		await later(3);
		expect(own().sent.map(({ body }) => body.content)).toEqual([
			expect.stringContaining('Thank you'),
		]);
		expect(own().sent[0]).toMatchObject({ bccRecipients: [], attachments: [] });
	});

	it('is changed by a workflow of a person', async () => {
		const messageId = await waiting();
		await runForOne('email.updateDraft', { messageId, message: 'Thank you all' });
		await later(3);
		expect(own().sent.map(({ body }) => body.content)).toEqual([
			expect.stringContaining('Thank you all'),
		]);
	});
});

import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { forged, found, fromOutside } from '../../../../harness/exchangeHeaders';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { MINUTE, SECOND, startTriggerBench } from '../../../../harness/trigger';
import type { MailSeed } from '../../../../simulator/graph/mailbox';

const ANN = 'ann@example.com';
const EVE = 'eve@evil.example';

let bench: TriggerBench;
afterEach(() => bench.stop());

async function start(parameters: INodeParameters = {}) {
	const { options = {}, ...rest } = parameters;
	bench = await startTriggerBench({
		...rest,
		options: { onlyAnswers: true, ...(options as INodeParameters) },
	});
	await bench.activate();
	bench.time.now += SECOND;
}

const send = (mail: Partial<MailSeed> = {}, folder = 'sentitems') =>
	bench.mailbox.deliver(
		{ subject: 'Offer', from: 'me@contoso.com', toRecipients: [ANN], ...mail },
		{ folder },
	);
/** A mail arrives that names others, in the order of its References, the one that it answers last. */
const arrive = (subject: string, named: string[] = [], more: Partial<MailSeed> = {}) => {
	const parent = named.at(-1);
	const internetMessageHeaders =
		parent === undefined
			? []
			: [
					{ name: 'In-Reply-To', value: parent },
					{ name: 'References', value: named.join('\r\n ') },
				];
	return bench.mailbox.deliver({ subject, from: ANN, internetMessageHeaders, ...more });
};
const poll = async () =>
	(await bench.poll()).map(({ json }) => [json.subject, json.answersMessageId]);

describe('Only Answers to What Was Sent', () => {
	it('starts the workflow for an answer, and says which email it answers', async () => {
		await start();
		const sent = send();
		send({ subject: 'Other' });
		arrive('RE: Offer', [sent.internetMessageId]);
		arrive('News');
		expect(await poll()).toEqual([['RE: Offer', sent.immutableId]]);
		expect(await poll()).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['raw', { output: 'raw' }],
		['chosen', { output: 'fields', fields: 'subject' }],
	])('says it beside %s output too, and adds nothing else', async (_, parameters) => {
		await start(parameters);
		const sent = send();
		arrive('RE: Offer', [sent.internetMessageId]);
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({ subject: 'RE: Offer', answersMessageId: sent.immutableId });
		expect(item?.json).not.toHaveProperty('internetMessageHeaders');
	});

	it('takes the nearest of those that an answer further down names', async () => {
		await start();
		const [first, second] = [send(), send()];
		const theirs = '<their.own@example.com>';
		arrive('of the second', [first.internetMessageId, second.internetMessageId, theirs]);
		arrive('of the first', [first.internetMessageId, theirs]);
		expect(await poll()).toEqual([
			['of the second', second.immutableId],
			['of the first', first.immutableId],
		]);
	});

	it('goes by the conversation where an answer names none, and by whom was written to', async () => {
		await start();
		const { conversationId } = send();
		bench.time.now += SECOND;
		const last = send({ conversationId, toRecipients: ['bob@example.com'], ccRecipients: [ANN] });
		bench.time.now += SECOND;
		send({ conversationId, toRecipients: ['bob@example.com'] });
		arrive('answer', [], { conversationId });
		arrive('of somebody who guessed the subject', [], { conversationId, from: EVE });
		bench.time.now += SECOND;
		send({ subject: 'RE: answer', conversationId });
		expect(await poll()).toEqual([['answer', last.immutableId]]);
	});

	it('takes no email for its own answer', async () => {
		await start();
		const own = { from: 'me@contoso.com', toRecipients: ['me@contoso.com'] };
		const { conversationId, internetMessageId } = send(own);
		arrive('Offer', [], { ...own, conversationId, internetMessageId });
		expect(await poll()).toEqual([]);
	});

	it('believes no names: there has to be such an email in Sent Items', async () => {
		await start();
		const received = arrive('Earlier', [], { from: EVE });
		const draft = send({ isDraft: true }, 'drafts');
		const deleted = send({}, 'deleteditems');
		const { conversationId } = send();
		for (const named of [
			'<made.up@contoso.com>',
			received.internetMessageId,
			draft.internetMessageId,
			deleted.internetMessageId,
			"<x' or isRead eq false or subject eq '@contoso.com>",
			`<${'x'.repeat(5_000)}@contoso.com>`,
		]) {
			arrive('forged', [named], { from: EVE, conversationId });
		}
		expect(await poll()).toEqual([]);
		// What may not show in Sent Items yet is looked for once more.
		expect(await poll()).toEqual([]);
		const headers = `${JSON.stringify(bench.simulator.requests.all)}`;
		expect(headers).toContain('internetMessageId eq');
		bench.simulator.requests.clear();
		expect(await poll()).toEqual([]);
		expect(bench.simulator.requests.count()).toBe(1);
	});

	it('finds what it answers behind many names that others wrote', async () => {
		await start();
		const sent = send();
		const many = Array.from({ length: 300 }, (_, index) => `<${index}@evil.example>`);
		arrive('RE: Offer', [...many, sent.internetMessageId]);
		expect(await poll()).toEqual([['RE: Offer', sent.immutableId]]);
	});

	it('waits for what shows in Sent Items only after its answer came', async () => {
		await start();
		const sent = bench.mailbox.deliver(
			{ subject: 'Offer', from: 'me@contoso.com', toRecipients: [ANN] },
			{ folder: 'sentitems', visibleAfterMs: MINUTE + 10 * SECOND },
		);
		bench.time.now += 40 * SECOND;
		arrive('Out of office', [sent.internetMessageId]);
		bench.time.now += 1 * SECOND;
		const early = await bench.poll({ after: SECOND });
		expect(early).toEqual([]);
		expect(await poll()).toEqual([['Out of office', sent.immutableId]]);
		expect(await poll()).toEqual([]);
	});

	describe('that came before Sent Items show what it answers', () => {
		/** Answers to what shows there only later. */
		const arriveEarly = (count: number, visibleAfterMs: number) =>
			Array.from({ length: count }, (_, index) => {
				const { internetMessageId } = bench.mailbox.deliver(
					{ subject: 'Offer', from: 'me@contoso.com', toRecipients: [ANN] },
					{ folder: 'sentitems', visibleAfterMs },
				);
				return arrive(`RE: Offer ${index}`, [internetMessageId]);
			});
		const pollEach = async (ms: number, times: number) => {
			const got = [];
			for (let count = 0; count < times; count++) {
				got.push(...(await bench.poll({ after: ms })).map(({ json }) => json.subject));
			}
			return got;
		};

		it.each([
			['a minute', MINUTE, 4],
			['five seconds', 5 * SECOND, 20],
		])('each comes once, however many they are: a poll each %s', async (_, ms, times) => {
			await start();
			const subjects = arriveEarly(60, 55 * SECOND).map(({ subject }) => subject);
			const got = [...(await pollEach(5 * SECOND, 1)), ...(await pollEach(ms, times))];
			expect(got.sort()).toEqual(subjects.sort());
		});

		it('it is found again after a restart and half an hour, although a later email was delivered', async () => {
			await start();
			arriveEarly(1, 30 * SECOND);
			bench.time.now += SECOND;
			arrive('later', [send().internetMessageId]);
			expect(await pollEach(SECOND, 1)).toEqual(['later']);
			bench.restart();
			expect(await pollEach(30 * MINUTE, 2)).toEqual(['RE: Offer 0']);
		});

		it('it is tried no less often where it could not be read before', async () => {
			await start();
			arriveEarly(1, 50 * SECOND);
			for (let count = 0; count < 4; count++) {
				bench.simulator.faults.next({ path: /\/messages\/[^/]+$/, times: 6 }, { status: 500 });
				expect(await pollEach(SECOND, 1)).toEqual([]);
				bench.simulator.faults.clear();
			}
			expect(await pollEach(5 * SECOND, 12)).toEqual(['RE: Offer 0']);
		});

		it('it waits where it was flagged, too', async () => {
			await start({ event: 'flagged' });
			const [answer] = arriveEarly(1, 30 * SECOND);
			if (answer) answer.flag = { flagStatus: 'flagged' };
			expect(await pollEach(SECOND, 2)).toEqual([]);
			expect(await pollEach(MINUTE, 2)).toEqual(['RE: Offer 0']);
		});

		it.each<[string, Parameters<typeof arrive>]>([
			[
				'its date lies far ahead',
				['RE: Offer', ['<made.up@contoso.com>'], { receivedDateTime: '2030-01-01T00:00:00Z' }],
			],
			['it names none, as most emails', ['News']],
		])('it is judged at once where %s', async (_, email) => {
			await start();
			arrive(...email);
			expect(await pollEach(SECOND, 1)).toEqual([]);
			bench.simulator.requests.clear();
			expect(await pollEach(SECOND, 1)).toEqual([]);
			expect(bench.simulator.requests.count()).toBe(1);
		});
	});

	it('looks up nothing for email from a forged sender, where only real ones are wanted', async () => {
		await start({ options: { onlyVerifiedSenders: true } });
		const sent = send();
		const names = { name: 'In-Reply-To', value: sent.internetMessageId };
		const failed = found({ compauth: 'fail reason=001' });
		arrive('forged', [], {
			internetMessageHeaders: fromOutside(failed, [forged(found()), names]),
		});
		bench.simulator.requests.clear();
		expect(await poll()).toEqual([]);
		expect(JSON.stringify(bench.simulator.requests.all)).not.toContain('internetMessageId%20eq');
		arrive('real', [], { internetMessageHeaders: fromOutside(found(), [names]) });
		const [item] = await bench.poll();
		expect(item?.json).toMatchObject({
			subject: 'real',
			senderVerified: 'pass',
			answersMessageId: sent.immutableId,
		});
	});

	it('is named by the test step where the nearest email answers nothing', async () => {
		await start();
		send();
		arrive('News');
		bench.time.now += 2 * MINUTE;
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toContain('does not meet: Only Answers to What Was Sent. Make one');
	});

	it('does not concern what was sent', async () => {
		await start({ event: 'sent' });
		send();
		expect(await poll()).toEqual([['Offer', undefined]]);
	});
});

describe('what that costs', () => {
	async function costOfPoll() {
		bench.simulator.requests.clear();
		const delivered = (await bench.poll({ after: SECOND })).length;
		const { all } = bench.simulator.requests;
		const parts = all.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0);
		return { delivered, requests: all.length, parts };
	}

	it('is two parts of batches for each new email that matches, and nothing while nothing is new', async () => {
		await start({ searchFilter: 'subject:offer', options: { maxMails: 100 } });
		bench.simulator.readings.choose({ fact: 'expand-in-list', as: 'works' });
		const sent = send();
		arrive('RE: Offer', [sent.internetMessageId]);
		expect(await bench.poll()).toHaveLength(1);
		expect(await costOfPoll()).toEqual({ delivered: 0, requests: 1, parts: 0 });
		for (let mail = 0; mail < 20; mail++) {
			arrive('RE: Offer', [sent.internetMessageId]);
			bench.time.now += SECOND / 20;
		}
		// A look, a page of whole emails, a batch of their headers and one for what they answer.
		expect(await costOfPoll()).toEqual({ delivered: 20, requests: 4, parts: 40 });
		for (let mail = 0; mail < 20; mail++) arrive('News', [sent.internetMessageId]);
		expect(await costOfPoll()).toEqual({ delivered: 0, requests: 2, parts: 0 });
		expect(await costOfPoll()).toMatchObject({ delivered: 0, requests: 1, parts: 0 });
	});
});

describe('when it cannot be looked up', () => {
	const inSentItems = { path: /sentitems\/messages/ };

	it('comes with a later poll', async () => {
		await start();
		const sent = send();
		arrive('RE: Offer', [sent.internetMessageId]);
		arrive('News', ['<made.up@contoso.com>']);
		bench.time.now += 2 * MINUTE;
		bench.simulator.faults.next({ ...inSentItems, times: 8 }, { status: 400 });
		await bench.poll().catch(() => []);
		bench.simulator.faults.clear();
		expect(await poll()).toEqual([['RE: Offer', sent.immutableId]]);
	});

	it.each([400, 403, 404])('comes with a note after five polls (HTTP %d)', async (status) => {
		await start();
		const sent = send();
		arrive('RE: Offer', [sent.internetMessageId]);
		bench.simulator.faults.next({ ...inSentItems, times: 99 }, { status });
		const polls = [];
		for (let count = 0; count < 5; count++) polls.push(await bench.poll());
		expect(polls.map((items) => items.length)).toEqual([0, 0, 0, 0, 1]);
		expect(polls.flat()[0]?.json).toMatchObject({
			subject: 'RE: Offer',
			error: expect.stringContaining('Whether it answers one could not be told.'),
		});
	});

	it('loses no answer and lets nothing else through, whatever happens', async () => {
		const kind = fc.constantFrom('answer', 'deeper', 'conversation', 'forged', 'stranger', 'news');
		const step = fc.record({
			kind,
			fault: fc.constantFrom(undefined, 503, 504, 429),
			wait: fc.nat(90),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
				await start();
				const expected: Array<[string, string]> = [];
				const delivered: unknown[] = [];
				for (const [index, { kind, fault, wait }] of steps.entries()) {
					const sent = send();
					bench.time.now += SECOND;
					const name = `${kind} ${index}`;
					const { conversationId, internetMessageId } = sent;
					if (kind === 'answer') arrive(name, [internetMessageId]);
					if (kind === 'deeper') arrive(name, [internetMessageId, '<their.own@example.com>']);
					if (kind === 'conversation') arrive(name, [], { conversationId });
					if (kind === 'forged') arrive(name, ['<made.up@contoso.com>'], { conversationId });
					if (kind === 'stranger') arrive(name, [], { conversationId, from: EVE });
					if (kind === 'news') arrive(name);
					if (['answer', 'deeper', 'conversation'].includes(kind))
						expected.push([name, sent.immutableId]);
					if (fault !== undefined) bench.simulator.faults.next(inSentItems, { status: fault });
					delivered.push(...(await poll().catch(() => [])));
					bench.time.now += wait * SECOND;
				}
				for (let count = 0; count < 6; count++) delivered.push(...(await poll()));
				await bench.stop();
				expect(new Set(delivered)).toEqual(new Set(expected));
				expect(delivered).toHaveLength(expected.length);
			}),
			{ numRuns: 15 },
		);
		await start();
	});
});

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { TriggerBench } from '../../../../harness/trigger';
import { startTriggerBench, subjects } from '../../../../harness/trigger';

/** What the trigger finds where it saved how far it got may be anything: it goes on, and once. */

let bench: TriggerBench;

beforeEach(async () => {
	bench = await startTriggerBench();
	await bench.activate();
});
afterEach(async () => await bench.stop());

function deliver(subject: string, more: { receivedDateTime?: string } = {}): void {
	bench.mailbox.deliver({ subject, from: 'billing@contoso.com', ...more });
}

/** Polls as often; fails where one of the polls does. */
async function poll(times: number): Promise<unknown[]> {
	const delivered: unknown[] = [];
	for (let index = 0; index < times; index++) delivered.push(...subjects(await bench.poll()));
	return delivered;
}

/** n8n starts again, and finds this where the trigger had saved its state. */
function replaceState(change: (saved: IDataObject) => unknown): void {
	bench.restart();
	bench.memory = { cursor: change(bench.cursor() ?? {}) as IDataObject };
}

/** It goes on from there: nothing is delivered twice, and what comes next is delivered. */
async function expectGoesOn(): Promise<void> {
	const before = await poll(2);
	deliver('after');
	const after = await poll(3);
	expect([...before, ...after].filter((one) => one !== 'before')).toEqual(['after']);
	expect(before.length).toBeLessThanOrEqual(1);
	// What the activation saved has some 200 characters.
	expect(JSON.stringify(bench.memory).length).toBeLessThan(2_000);
}

const FUTURE = Date.parse('9999-12-31T23:59:59.999Z');
const LAST = 8_640_000_000_000_000;
const moments = [Date.parse('2026-03-02T12:00:00Z'), 0, FUTURE, LAST, -LAST, 1e300, -1e300];
const moment = fc.constantFrom(...moments);
const id = fc.constantFrom('..', '..%2Fx', 'x', 'a'.repeat(1_001), '%00', '');
const received = fc.constantFrom(
	'mm5xu2tc',
	'0',
	'2gosa7pa2gv',
	'-2gosa7pa2gv',
	'zzzzzzzzzzz',
	'%',
);
const mark = fc.constantFrom('', '?', '!1', '!99', '!0');
/** Entries as they are written: keys, a mark, a moment, an ID. */
const entry = fc
	.tuple(fc.constantFrom('key', 'key other', ''), mark, received, id)
	.map((parts) => parts.join());
const FAILED = Array.from({ length: 5_000 }, (_, index) => `key${index},!1,0,x`).join(';');
const number = fc.constantFrom(0, 1, -1, 7, 1e300, Number.MAX_SAFE_INTEGER);

const extraOf = (saved: IDataObject) => saved.extra as IDataObject;

/** A ledger whose parts have the right form, or none. */
const forged = fc.record(
	{
		since: moment,
		entries: fc.oneof(
			fc.array(entry, { maxLength: 3 }).map((entries) => entries.join(';')),
			fc.constantFrom(FAILED, '', ';', 5, []),
		),
		extra: fc.record(
			{
				from: moment,
				mark: fc.record({
					placesId: fc.string(),
					start: moment,
					at: moment,
					confirmed: moment,
					peeks: fc.array(fc.record({ count: number, newest: number }), { maxLength: 2 }),
				}),
			},
			{ requiredKeys: [] },
		),
		deliveries: number,
		emittedAt: moment,
	},
	{ requiredKeys: [] },
);

describe('A saved state that the trigger did not write', () => {
	it.each<[string, (saved: IDataObject) => unknown]>([
		[
			'lies in the future',
			(saved) => ({ ...saved, since: FUTURE, extra: { ...extraOf(saved), from: FUTURE } }),
		],
		['is damaged and lies in the future', () => ({ since: FUTURE })],
		[
			'names a mail by dots',
			(saved) => ({ ...saved, entries: 'one,?,mm5xu2tc,..;other,!1,mm5xu2tc,..%2F..' }),
		],
		['names 5,000 mails', (saved) => ({ ...saved, entries: FAILED })],
		[
			'looks as if nothing could ever come',
			(saved) => ({
				...saved,
				extra: {
					...extraOf(saved),
					mark: {
						...(extraOf(saved).mark as IDataObject),
						start: FUTURE,
						at: FUTURE,
						confirmed: FUTURE,
						peeks: [{ count: 0, newest: 0 }],
					},
				},
			}),
		],
	])('that %s neither stops it nor makes it repeat', async (_, change) => {
		deliver('before');
		replaceState(change);
		await expectGoesOn();
	});

	it('of any form neither stops it nor makes it repeat', async () => {
		const change = fc.oneof(
			{
				weight: 3,
				arbitrary: forged.map((parts) => (saved: IDataObject) => ({ ...saved, ...parts })),
			},
			{ weight: 1, arbitrary: fc.jsonValue().map((value) => () => value) },
		);
		await fc.assert(
			fc
				.asyncProperty(change, async (forge) => {
					deliver('before');
					replaceState(forge);
					await expectGoesOn();
				})
				.beforeEach(async () => {
					await bench.stop();
					bench = await startTriggerBench();
					await bench.activate();
				}),
			{ numRuns: 40 },
		);
	}, 60_000);
});

describe('A mail with a date in the future', () => {
	it.each(['3000-01-01T00:00:00Z', '3871-05-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
		'%s is delivered once, and ordinary mail keeps coming',
		async (receivedDateTime) => {
			deliver('future', { receivedDateTime });
			expect(await poll(2)).toEqual(['future']);
			for (const subject of ['one', 'two', 'three']) {
				deliver(subject);
				bench.restart();
				expect(await poll(2)).toEqual([subject]);
			}
		},
	);
});

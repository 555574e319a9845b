import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { TriggerBench } from '../../../harness/trigger';
import { startTriggerBench, subjects } from '../../../harness/trigger';

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

const moments = [
	'2026-03-02T12:00:00.000Z',
	'0001-01-01T00:00:00.000Z',
	'9999-12-31T23:59:59.999Z',
	'+010000-01-01T13:59:59.000Z',
	'+275760-09-13T00:00:00.000Z',
	'-271821-04-20T00:00:00.000Z',
];
const moment = fc.constantFrom(...moments);
const id = fc.constantFrom('..', '../x', 'x', 'a'.repeat(1_001), '\u0000', '\uD800');
const mails = fc.array(fc.record({ id, received: moment }), { maxLength: 2 });
const number = fc.constantFrom(0, 1, -1, 7, 1e300, Number.MAX_SAFE_INTEGER);

/** A cursor whose parts have the right form, or none. */
const forged = fc.record(
	{
		since: moment,
		from: moment,
		seen: fc.constantFrom({}, { '29550000': 'AAAAAAAAAAA' }, { '-1': '' }, { x: '' }, []),
		failed: fc.oneof(
			mails.map((list) => list.map((mail) => ({ ...mail, attempts: 1 }))),
			fc.constant(Array(5_000).fill({ id: 'x', received: moments[0], attempts: 1 })),
		),
		waiting: mails,
		mark: fc.record({
			of: fc.string(),
			start: moment,
			at: moment,
			confirmed: moment,
			views: fc.array(fc.record({ count: number, newest: number }), { maxLength: 2 }),
		}),
		deliveries: number,
	},
	{ requiredKeys: [] },
);

describe('A saved state that the trigger did not write', () => {
	it.each<[string, (saved: IDataObject) => unknown]>([
		['lies in the future', (saved) => ({ ...saved, since: moments[2], from: moments[2] })],
		['is damaged and lies in the future', () => ({ since: moments[2] })],
		[
			'names a mail by dots',
			(saved) => ({
				...saved,
				waiting: [{ id: '..', received: moments[0] }],
				failed: [{ id: '../..', received: moments[0], attempts: 1 }],
			}),
		],
		[
			'names 5,000 mails',
			(saved) => ({
				...saved,
				failed: Array(5_000).fill({ id: 'x', received: moments[0], attempts: 1 }),
			}),
		],
		[
			'looks as if nothing could ever come',
			(saved) => ({
				...saved,
				mark: {
					...(saved.mark as IDataObject),
					start: moments[2],
					at: moments[2],
					confirmed: moments[2],
					views: [{ count: 0, newest: 0 }],
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

import * as fc from 'fast-check';
import { z } from 'zod';
import type { Entry, Ledger } from '../../../../nodes/shared/watch/ledger';
import {
	isHandled,
	MOST_ENTRIES,
	readLedger,
	saveLedger,
} from '../../../../nodes/shared/watch/ledger';
import type { Change } from '../../../../nodes/shared/watch/watch';
import { withRoom } from '../../../../nodes/shared/watch/watch';

const kind = { extra: z.object({}), mostOpen: 50, isState: () => true };
const START = { scope: 'scope', since: 1, deliveries: 2, emittedAt: 3, extra: {} };

/** Signs that the stored form is made of, and others. */
const text = fc.string({
	unit: fc.constantFrom('a', 'b', '=', ',', ';', ' ', '%', '!', '?', '\u{1f4c5}'),
});
/** What is empty at the end of a state is not stored. */
const state = fc
	.array(text, { maxLength: 4 })
	.filter((fields) => fields.length === 0 || fields.at(-1) !== '');
const entry: fc.Arbitrary<Entry> = fc.oneof(
	fc.record({ state }),
	fc.record({ state, tries: fc.integer({ min: 1, max: 99 }) }),
	fc.record({ state, waits: fc.constant(true) }),
);

const stored = (entries: ReadonlyMap<string, Entry>): unknown =>
	JSON.parse(JSON.stringify(saveLedger({ ...START, entries })));

describe('a ledger', () => {
	it('is read as it was saved, in its order, whatever it holds', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(text, entry), { maxLength: 50 }), (given) => {
				const entries = new Map(given);
				const read = readLedger(stored(entries), kind);
				expect(read).toEqual({ ...START, entries });
				expect([...(read?.entries.keys() ?? [])]).toEqual([...entries.keys()]);
			}),
			{ examples: [[[]], [[['', { state: [] }]]]] },
		);
	});

	it('takes 12 bytes for one of many of which there is nothing to know', () => {
		const keys = Array.from({ length: 50 }, (_, index) => `key${index}`.padEnd(11, 'x'));
		const { entries } = saveLedger({
			...START,
			entries: new Map(keys.map((key) => [key, { state: [] }])),
		});
		expect(String(entries)).toHaveLength(50 * 12 - 1);
	});

	it('with more than it may hold, or with a state of something else, is none', () => {
		const many = (length: number) =>
			stored(new Map(Array.from({ length }, (_, key) => [`${key}`, { state: ['a'] }])));
		expect(readLedger(many(MOST_ENTRIES), kind)?.entries.size).toBe(MOST_ENTRIES);
		expect(readLedger(many(MOST_ENTRIES + 1), kind)).toBeUndefined();
		const one: Ledger<object>['entries'] = new Map([['a', { state: ['a'] }]]);
		expect(readLedger(stored(one), { ...kind, isState: () => false })).toBeUndefined();
	});

	it('takes in what is new only as far as it can be read again', () => {
		const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
		const next = fc.constantFrom(null, ['new']);
		const changes = fc.uniqueArray(fc.record({ key, next }), { selector: (one) => one.key });
		fc.assert(
			fc.property(fc.uniqueArray(key, { maxLength: 4 }), changes, (known, all) => {
				const entries = new Map<string, Entry>(known.map((one) => [one, { state: ['old'] }]));
				const isNew = (one: Change<unknown>) => one.next !== null && !entries.has(one.key);
				const taken = withRoom(all, { entries }, 4);
				expect(taken.filter((one) => !isNew(one))).toEqual(all.filter((one) => !isNew(one)));
				const room = 4 - entries.size;
				expect(taken.filter(isNew)).toEqual(all.filter(isNew).slice(0, room));
			}),
		);
	});

	it.each([['a,!0'], ['a,!100'], ['a,??'], ['a,x'], ['a,,%E0%A4%A'], ['%E0,']])(
		'written as %s is none',
		(entries) => {
			expect(readLedger({ ...START, entries }, kind)).toBeUndefined();
		},
	);
});

it.each<[Entry | undefined, boolean]>([
	[{ state: [] }, true],
	[{ state: [], tries: 1 }, false],
	[{ state: [], waits: true }, false],
	[undefined, false],
])('an entry %j is handled: %s', (known, expected) => {
	expect(isHandled(known)).toBe(expected);
});

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';
import type {
	MailboxExtra,
	MailboxPosition,
	Mark,
} from '../../../../../nodes/Mail/watch/arrivals/position';
import {
	handledState,
	isKnown,
	MAX_WAITING,
	openMails,
	openState,
	positionOf,
	storedMails,
	withoutOld,
} from '../../../../../nodes/Mail/watch/arrivals/position';
import { positionNow, salvage } from '../../../../../nodes/Mail/watch/arrivals/startingPoint';
import { OVERLAP_MS } from '../../../../../nodes/Mail/watch/arrivals/window';
import { MAX_FAILED, MAX_OPEN } from '../../../../../nodes/Mail/watch/mails/limits';
import { shortHash } from '../../../../../nodes/shared/text/shortHash';
import type { Entry, Ledger } from '../../../../../nodes/shared/watch/ledger';
import { readLedger, saveLedger } from '../../../../../nodes/shared/watch/ledger';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
/** https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LAST_MOMENT = 8_640_000_000_000_000;

/** An immutable ID's length, as Exchange makes them. */
const idOf = (index: number) => `AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A${'x'.repeat(100)}${index}`;
const mailAt = (index: number, received: number) => ({ id: idOf(index), received });
type Mail = ReturnType<typeof mailAt>;

const handled = (mail: Mail): [string, Entry] => [
	shortHash(mail.id),
	{ state: handledState(mail) },
];
const failed = (mail: Mail): [string, Entry] => [
	shortHash(mail.id),
	{ state: openState(mail), tries: 4 },
];
const waiting = (mail: Mail): [string, Entry] => [
	shortHash(mail.id),
	{ state: openState(mail), waits: true },
];

const mark: Mark = { placesId: 'places', start: NOON, at: NOON, confirmed: NOON, peeks: [] };
const ledgerOf = (
	entries: Array<[string, Entry]>,
	more: Partial<MailboxExtra> = {},
): Ledger<MailboxExtra> => ({
	scope: 'scope',
	since: NOON,
	deliveries: 3,
	emittedAt: NOON,
	entries: new Map(entries),
	extra: { from: NOON, ...more },
});
const saved = (ledger: Ledger<MailboxExtra>) => saveLedger(ledger);
const read = (state: unknown) => readLedger(state, storedMails);

describe('how far a mailbox was read', () => {
	it('is read as it was saved, whatever dates and IDs it holds', () => {
		const moment = fc.oneof(
			fc.date({ noInvalidDate: true }).map(Number),
			fc.constantFrom(0, -LAST_MOMENT, LAST_MOMENT),
		);
		const mails = fc.uniqueArray(
			fc.record({ id: fc.string({ minLength: 1, unit: 'binary' }), received: moment }),
			{ selector: ({ id }) => id },
		);
		const asKnown = fc.constantFrom(handled, failed, waiting);
		fc.assert(
			fc.property(mails, fc.array(asKnown), moment, (listed, kinds, from) => {
				const entries = listed.map((mail, index) => (kinds[index] ?? handled)(mail));
				const peeks = [{ count: 2, newest: from, latest: 1 }];
				const ledger = ledgerOf(entries, { from, mark: { ...mark, start: from, peeks } });
				const again = read(JSON.parse(JSON.stringify(saved(ledger))));
				expect(again).toEqual(ledger);
				const of = (kind: typeof handled) => listed.filter((_, index) => kinds[index] === kind);
				expect(openMails(ledger, 'waits')).toEqual(of(waiting));
				expect(openMails(ledger, 'tries')).toEqual(of(failed));
				for (const mail of listed) expect(isKnown(ledger, mail)).toBe(true);
			}),
		);
	});

	it('stays under 64 KB at 10,000 mails an hour', () => {
		// Twenty minutes of overlap, and the minute that is under way.
		const count = Math.ceil((10_000 / 60) * 21);
		const mails = Array.from({ length: count }, (_, index) =>
			mailAt(index, NOON + Math.floor((index * 3_600_000) / 10_000)),
		);
		const ledger = ledgerOf([
			...mails.map(handled),
			...mails.slice(0, MAX_FAILED).map(failed),
			...mails.slice(MAX_FAILED, MAX_FAILED + MAX_WAITING).map(waiting),
		]);
		expect(count).toBe(3_500);
		expect(ledger.entries.size).toBe(count);
		expect(Buffer.byteLength(JSON.stringify(saved(ledger)))).toBeLessThan(64 * 1024);
	});

	it('is read as it was saved, from the object in which n8n keeps it', () => {
		const ledger = ledgerOf([handled(mailAt(1, NOON)), handled(mailAt(2, NOON + MINUTE))]);
		const kept: IDataObject = ObservableObject.create({});
		kept.cursor = saved(ledger);
		expect(read(kept.cursor)).toEqual(ledger);
	});

	it('forgets handled mail of the minutes that lie wholly before the window, and none that is open', () => {
		const [early, late] = [mailAt(1, NOON - 1), mailAt(2, NOON)];
		const { entries } = ledgerOf([
			handled(early),
			handled(late),
			failed(mailAt(3, NOON - MINUTE)),
			waiting(mailAt(4, NOON - MINUTE)),
		]);
		const kept = { entries: withoutOld(entries, NOON + MINUTE - 1) };
		expect([1, 2, 3, 4].filter((index) => isKnown(kept, mailAt(index, NOON)))).toEqual([2, 3, 4]);
	});

	it('is none where the saved state is not what was written', () => {
		const state = saved(ledgerOf([], { mark }));
		const openEntries = (count: number) =>
			saved(ledgerOf(Array.from({ length: count }, (_, index) => failed(mailAt(index, NOON)))));
		expect(read(state)).toBeDefined();
		expect(read(openEntries(MAX_OPEN))).toBeDefined();
		for (const damaged of [
			openEntries(MAX_OPEN + 1),
			{ ...state, entries: 'key' },
			{ ...state, entries: 'key,,noon noon' },
			{ ...state, entries: 'key,,zzzzzzzzzzz' },
			{ ...state, entries: 'key,!1,0,id,more' },
			{ ...state, since: '2026-03-02T12:00:00.000Z' },
			{ ...state, extra: {} },
			{ ...state, extra: { from: NOON, mark: { ...mark, peeks: [{ count: 1 }] } } },
			{ ...state, deliveries: -1 },
			{ ...state, deliveries: 0.5 },
		]) {
			expect(read(damaged)).toBeUndefined();
		}
	});
});

describe('where a poll begins', () => {
	const position = positionOf(ledgerOf([], { mark }));
	const present = { now: NOON, placesId: 'places', maximumAge: Infinity };
	const at = (more: Partial<MailboxPosition>) => positionNow({ ...position, ...more }, present);

	it("is now where the position is ahead of the provider's clock by more than a minute", () => {
		const sound = { since: NOON + MINUTE, from: NOON + MINUTE };
		expect(at(sound)).toEqual({ ...position, ...sound });
		expect(at({ mark: undefined })).toEqual({ ...position, mark: undefined });
		const ahead = NOON + MINUTE + 1;
		for (const more of [
			{ since: ahead },
			{ from: ahead },
			...(['start', 'at', 'confirmed'] as const).map((name) => ({
				mark: { ...mark, [name]: ahead },
			})),
		]) {
			expect(at(more)).toMatchObject({ since: NOON, from: NOON, mark: undefined });
		}
		expect(at({ since: NOON - 5, from: ahead })).toMatchObject({ since: NOON - 5, from: NOON });
	});

	it('is not before what already lay in folders that were not watched before', () => {
		const confirmed = NOON + OVERLAP_MS + 5_000;
		const elsewhere = { ...position, mark: { ...mark, confirmed } };
		const now = { ...present, now: confirmed };
		expect(positionNow(elsewhere, now)).toEqual(elsewhere);
		expect(positionNow(elsewhere, { ...now, placesId: 'others' })).toMatchObject({
			since: NOON + 5_000,
			from: NOON + 5_000,
			mark: undefined,
		});
	});

	it('is not before the oldest mail that counts, in whole seconds', () => {
		const now = NOON + 10 * MINUTE + 999;
		expect(positionNow(position, { ...present, now, maximumAge: MINUTE })).toMatchObject({
			since: NOON + 9 * MINUTE,
			from: NOON + 9 * MINUTE,
		});
	});
});

describe('of a state of something else', () => {
	const told: string[] = [];
	const salvaged = (ledger: Ledger<MailboxExtra> | undefined, state?: unknown) => {
		told.length = 0;
		return salvage('scope', ledger, state, (message) => told.push(message));
	};

	it('that is another mailbox, what was handled and delivered stays, and its backlog does not', () => {
		const known = mailAt(1, NOON);
		const other = {
			...ledgerOf([handled(known), failed(mailAt(2, NOON)), waiting(mailAt(3, NOON))], {
				mark: { ...mark, confirmed: NOON + OVERLAP_MS + 1 },
			}),
			scope: 'other',
		};
		expect(salvaged(other)).toEqual({
			...other,
			scope: 'scope',
			since: NOON + 1,
			entries: new Map([handled(known)]),
			extra: { from: NOON + 1 },
		});
		expect(told).toEqual([]);
	});

	it('that is damaged, the moment is used, from the next second on', () => {
		for (const state of [{ since: NOON }, { since: NOON, scope: 'scope', entries: 5 }]) {
			expect(salvaged(undefined, state)).toEqual({
				scope: 'scope',
				since: NOON + 1_000,
				deliveries: 0,
				entries: new Map(),
				extra: { from: NOON + 1_000 },
			});
			expect(told).toEqual([expect.stringContaining('damaged')]);
		}
	});

	it('that is damaged and of another mailbox, or no state at all, nothing is used', () => {
		for (const state of [{ since: NOON, scope: 'other' }, { since: 'noon' }, '{', [], 5]) {
			expect(salvaged(undefined, state)).toBeUndefined();
			expect(told).toEqual([expect.stringContaining('starting from now')]);
		}
		for (const nothing of [undefined, null]) {
			expect(salvaged(undefined, nothing)).toBeUndefined();
			expect(told).toEqual([]);
		}
	});

	it('nothing makes reading it throw', () => {
		fc.assert(
			fc.property(fc.anything(), (state) => {
				const ledger = read(state) ?? salvaged(undefined, state);
				expect(ledger?.scope ?? 'scope').toEqual(expect.any(String));
			}),
		);
	});
});

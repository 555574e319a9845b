import fc from 'fast-check';
import type { AccountLedger, Snapshot } from '../../../../nodes/Collection/watch/knownThings';
import {
	heardKey,
	heardState,
	keyOf,
	nothingKnown,
	stateAfter,
	storedAccount,
	wasHeard,
	withinBounds,
} from '../../../../nodes/Collection/watch/knownThings';
import { newsIn } from '../../../../nodes/Collection/watch/newEvents';
import type { State } from '../../../../nodes/shared/watch/ledger';
import { readLedger, saveLedger } from '../../../../nodes/shared/watch/ledger';
import { createPrefixedId } from '../../../simulator/collection/model';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

const requestOf = (id: string, status: string): Snapshot => ({
	kind: 'request',
	id,
	states: { there: 'yes', status },
});

const knowing = (isListed: boolean): AccountLedger => ({
	...nothingKnown('account'),
	extra: { lists: isListed ? ['request'] : [] },
});

function withState(ledger: AccountLedger, key: string, state: State | null): AccountLedger {
	const entries = new Map(ledger.entries);
	entries.delete(key);
	if (state) entries.set(key, { state });
	return { ...ledger, entries };
}
const noted = (ledger: AccountLedger, of: Snapshot) =>
	withState(ledger, keyOf(of), stateAfter(ledger, of));
const heard = (ledger: AccountLedger, content: string, now: number) =>
	withState(ledger, heardKey(content), heardState(now));

const sizeOf = (ledger: AccountLedger) => JSON.stringify(saveLedger(ledger)).length;
const again = (ledger: AccountLedger) =>
	readLedger(JSON.parse(JSON.stringify(saveLedger(ledger))), storedAccount);
const newsOf = (ledger: AccountLedger, sighting: Snapshot, announced?: string) =>
	newsIn(ledger, [sighting], announced).map(({ event }) => event);

describe('what is known of the account', () => {
	it('takes 200 kB for 10,000 requests, and 70 kB for all else at most', () => {
		const ledger = knowing(true);
		const requests = Array.from({ length: 10_000 }, (_, index) =>
			requestOf(createPrefixedId('req', String(index)), 'completed'),
		);
		const listed: AccountLedger = {
			...ledger,
			entries: new Map(
				requests.map((one) => [keyOf(one), { state: stateAfter(ledger, one) ?? [] }]),
			),
		};
		expect(Math.round(sizeOf(listed) / 10_000)).toBe(20);
		const more = new Map(listed.entries);
		for (let index = 0; index < 5_000; index++) {
			more.set(`ffld_${index}`, { state: ['', `done ${heardKey(`answer ${index}`)}`] });
			more.set(heardKey(`comment ${index}`), { state: heardState(NOW) });
		}
		const all = withinBounds({ ...listed, entries: more }, NOW);
		expect(sizeOf(all) - sizeOf(listed)).toBeLessThan(70_000);
		expect([...listed.entries.keys()].every((key) => all.entries.has(key))).toBe(true);
		expect(again(all)?.entries).toEqual(all.entries);
	});

	it('forgets the oldest first, and what was heard after a day', () => {
		const first = heard(heard(knowing(false), 'first', 0), 'second', 0);
		expect([wasHeard(first, 'first', 23 * HOUR), wasHeard(first, 'first', 24 * HOUR)]).toEqual([
			true,
			false,
		]);
		let later = first;
		for (let index = 0; index < 999; index++) later = heard(later, `later ${index}`, HOUR);
		const kept = withinBounds(later, HOUR);
		expect([wasHeard(kept, 'first', HOUR), wasHeard(kept, 'second', HOUR)]).toEqual([false, true]);
		expect(withinBounds(kept, 24 * HOUR).entries.size).toBe(999);
		const field = (id: string): Snapshot => ({ kind: 'field', id, states: { status: 'approved' } });
		let fields = noted(noted(knowing(false), field('first')), field('second'));
		for (let index = 0; index < 999; index++) fields = noted(fields, field(`later ${index}`));
		const known = [...withinBounds(fields, NOW).entries.keys()];
		expect([known.length, known[0]]).toEqual([1_000, keyOf(field('second'))]);
	});

	it('is the same after it was stored', () => {
		const status = fc.constantFrom('draft', 'open', 'completed', 'archived');
		const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), status });
		fc.assert(
			fc.property(fc.boolean(), fc.array(step), step, (isListed, steps, next) => {
				const ledger = steps.reduce(
					(known, one) => noted(known, requestOf(one.id, one.status)),
					knowing(isListed),
				);
				const stored = again(ledger);
				const sighting = requestOf(next.id, next.status);
				expect(stored && newsOf(stored, sighting)).toEqual(newsOf(ledger, sighting));
			}),
		);
	});

	it.each([
		['a thing has more sides than there are', { entries: 'rreq_1,,yes,open,a,b,c,d' }],
		['a list is none', { extra: { lists: ['nothing'] } }],
		['a thing failed, which none does', { entries: 'rreq_1,!1,yes' }],
	])('is not read where %s', (_, damage) => {
		const sound = saveLedger(noted(knowing(true), requestOf('req_1', 'open')));
		expect(readLedger(sound, storedAccount)).toBeDefined();
		expect(readLedger({ ...sound, ...damage }, storedAccount)).toBeUndefined();
	});

	it('of a thing that is gone is nothing where a list holds all, and that it is gone elsewhere', () => {
		const gone: Snapshot = { kind: 'request', id: 'a', states: { there: 'gone' } };
		const known = (isListed: boolean) => noted(knowing(isListed), requestOf('a', 'open'));
		expect(stateAfter(known(true), gone)).toBeNull();
		expect(stateAfter(known(false), gone)).toEqual(['gone', 'open']);
	});
});

describe('what is read again', () => {
	it('is news once, however often and by whichever event it is announced', () => {
		const status = fc.constantFrom('draft', 'open', 'completed', 'archived');
		const announced = fc.constantFrom(undefined, 'request_completed', 'request_created', 'x');
		fc.assert(
			fc.property(status, announced, fc.boolean(), (state, second, isListed) => {
				const sighting = requestOf('a', state);
				expect(newsOf(noted(knowing(isListed), sighting), sighting, second)).toEqual([]);
			}),
		);
	});
});

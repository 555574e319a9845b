import type { Ledger } from '../../../../nodes/shared/watch/ledger';
import { TriggerSessions } from '../../../../nodes/shared/watch/session';
import { createVirtualClock } from '../../../harness/virtualClock';

const DAY = 24 * 60 * 60_000;
const BUDGET = 300_000;

let triggers = 0;
const sessions = new TriggerSessions<object, string[]>();

/** A trigger that nobody has polled yet, and another one. */
function startSession() {
	const clock = createVirtualClock();
	const name = `trigger ${++triggers}`;
	const another = () => {
		const other = `trigger ${++triggers}`;
		return sessions.of({ id: other, name: other }, clock);
	};
	return {
		clock,
		session: () => sessions.of({ id: name, name }, clock),
		pollAnother: () => another().takeTurn(BUDGET, false)?.end(),
	};
}

describe('the session of a trigger', () => {
	it('is kept while its schedule may pause, which is up to a year', () => {
		const { clock, session, pollAnother } = startSession();
		const first = session();
		for (let year = 0; year < 3; year++) {
			session().takeTurn(BUDGET, false)?.end();
			clock.set(clock.now() + 366 * DAY);
			pollAnother();
		}
		expect(session()).toBe(first);
	});

	it('is kept for 367 days to the millisecond', () => {
		const { clock, session, pollAnother } = startSession();
		const first = session();
		clock.set(clock.now() + 367 * DAY);
		pollAnother();
		expect(session()).toBe(first);
		clock.set(clock.now() + 1);
		pollAnother();
		expect(session()).not.toBe(first);
	});

	it('is that of the node that was made anew under its name, and not of the former one as well', () => {
		const clock = createVirtualClock();
		const former = sessions.of({ id: 'former', name: 'kept' }, clock);
		expect(sessions.of({ id: 'new', name: 'kept' }, clock)).toBe(former);
		expect(sessions.of({ id: 'former', name: 'another' }, clock)).not.toBe(former);
	});

	it('is dropped when nobody polls any more, for n8n does not say that a workflow was deleted', () => {
		const { clock, session, pollAnother } = startSession();
		const first = session();
		clock.set(clock.now() + 368 * DAY);
		pollAnother();
		expect(session()).not.toBe(first);
	});

	it('is kept during a poll, whatever happens to the clock: two polls would deliver the same mail', () => {
		const { clock, session, pollAnother } = startSession();
		const turn = session().takeTurn(BUDGET, false);
		clock.set(clock.now() + 1_000 * DAY);
		pollAnother();
		session().takeTurn(BUDGET, true);
		expect(turn?.isCurrent()).toBe(false);
	});
});

describe('the turn of a poll', () => {
	it('keeps others from polling until it ends', () => {
		const { session } = startSession();
		const turn = session().takeTurn(BUDGET, false);
		expect(session().takeTurn(BUDGET, false)).toBeUndefined();
		expect(turn?.isCurrent()).toBe(true);
		turn?.end();
		expect(session().takeTurn(BUDGET, false)).toBeDefined();
	});

	it.each([1, -1])('is lost after its time, whichever way the clock was set (%i)', (direction) => {
		const { clock, session } = startSession();
		const began = clock.now();
		const turn = session().takeTurn(BUDGET, false);
		clock.set(began + direction * (BUDGET - 1));
		expect(session().takeTurn(BUDGET, false)).toBeUndefined();
		clock.set(began + direction * BUDGET);
		expect(session().takeTurn(BUDGET, false)?.isCurrent()).toBe(true);
		expect(turn?.isCurrent()).toBe(false);
	});

	it('goes to the first poll of an activation, and the end of the one before changes nothing', () => {
		const { session } = startSession();
		const before = session().takeTurn(BUDGET, false);
		const first = session().takeTurn(BUDGET, true);
		before?.end();
		expect(first?.isCurrent()).toBe(true);
		expect(session().takeTurn(BUDGET, false)).toBeUndefined();
	});
});

describe('the positions that a session remembers', () => {
	const NOON = 1_800_000_000_000;
	const position: Ledger<object> = {
		scope: 'scope',
		since: NOON,
		deliveries: 0,
		entries: new Map(),
		extra: {},
	};
	const stored = [position];
	const later = { ...position, since: NOON + 1 };
	const other = { ...position, scope: 'other' };

	it('are those of polls without mail, until mail is delivered', () => {
		const session = startSession().session();
		expect(session.latestOf(stored, {})).toBe(stored);
		session.keep([later]);
		expect(session.latestOf(stored, {})).toEqual([later]);
		session.handOver([{ ...later, deliveries: 1 }]);
		expect(session.latestOf(stored, {})).toBe(stored);
	});

	it('count before older ones that another trigger of the workflow stored with its own, but not before a delivery that n8n did not store', () => {
		const session = startSession().session();
		const second = { ...later, deliveries: 2 };
		const first = [{ ...position, deliveries: 1 }];
		session.handOver([{ ...later, deliveries: 1 }]);
		session.handOver([second]);
		expect(session.latestOf(first, {})).toBe(first);
		expect(session.latestOf(stored, {})).toEqual([second]);
	});

	it('count before the last delivery of another copy of the workflow, which n8n polls beside', () => {
		const session = startSession().session();
		const first = { ...later, deliveries: 1 };
		const copy = {};
		expect(session.latestOf(stored, copy)).toBe(stored);
		session.handOver([first]);
		expect(session.latestOf(stored, copy)).toEqual([first]);
		expect(session.latestOf(stored, {})).toBe(stored);
	});

	it('count as well where nothing has moved but what was seen', () => {
		const session = startSession().session();
		const seen = { ...position };
		session.keep([seen]);
		expect(session.latestOf(stored, {})[0]).toBe(seen);
	});

	it.each([
		['another delivery', { deliveries: 1 }],
		['a later position, of another process', { since: NOON + 2 }],
	])('give way to a state of %s', (_, more) => {
		const session = startSession().session();
		session.keep([later, other]);
		const state = [{ ...position, ...more }];
		expect(session.latestOf(state, {})).toBe(state);
	});

	it('are no state where what is stored cannot be read, but count where nothing is stored', () => {
		const session = startSession().session();
		session.keep([later]);
		expect(session.latestOf([], {})).toEqual([]);
		expect(session.latestOf([], {}, true)).toEqual([later]);
	});

	it('have the places that were added since, and those that were left out', () => {
		const session = startSession().session();
		session.keep([later, other]);
		expect(session.latestOf(stored, {})).toEqual([later, other]);
		session.keep([other]);
		expect(session.latestOf(stored, {})).toEqual([other, position]);
	});

	it('count although one of the places lies behind what is stored of another', () => {
		const session = startSession().session();
		const behind = { ...other, since: NOON - 1 };
		session.keep([later, behind]);
		expect(session.latestOf([position, behind], {})).toEqual([later, behind]);
	});

	it('tell one poll after a delivery that n8n is still storing it', () => {
		const session = startSession().session();
		const delivered = [other, { ...position, deliveries: 1 }];
		expect(session.isBeingStored(stored)).toBe(false);
		session.handOver(delivered);
		expect([session.isBeingStored(stored), session.isBeingStored(stored)]).toEqual([true, false]);
		session.handOver(delivered);
		expect(session.isBeingStored(delivered)).toBe(false);
		session.handOver(delivered);
		session.keep([later]);
		expect(session.isBeingStored(stored)).toBe(false);
	});

	it('leave what polls remember of each place alone, until it is not watched any more', () => {
		const session = startSession().session();
		const [one, two] = [{ name: 'one' }, { name: 'two' }];
		const memories = () => session.withMemories([one, two], () => []).map(({ memory }) => memory);
		memories()[1]?.push('noted');
		session.keep([later]);
		session.handOver([later]);
		expect(memories()).toEqual([[], ['noted']]);
		expect(session.withMemories([one], () => [])).toEqual([{ place: one, memory: [] }]);
		expect(memories()).toEqual([[], []]);
	});
});

describe('what n8n is told of places that fail', () => {
	const HOUR = 60 * 60_000;

	it('is told of one that fails again, and anew after an hour', () => {
		const { clock, session } = startSession();
		const told = () => session().placesToTell(['one']);
		expect([told(), told(), told()]).toEqual([[], ['one'], []]);
		clock.set(clock.now() + HOUR - 1);
		expect(told()).toEqual([]);
		clock.set(clock.now() + 1);
		expect([told(), told()]).toEqual([['one'], []]);
	});

	it('is told anew although the clock was set back', () => {
		const { clock, session } = startSession();
		const told = () => session().placesToTell(['one']);
		expect([told(), told()]).toEqual([[], ['one']]);
		clock.set(clock.now() - HOUR);
		expect(told()).toEqual(['one']);
	});

	it('is told of each by itself, whichever others fail, and anew where it did not fail meanwhile', () => {
		const { session } = startSession();
		const failing = [['one'], ['one', 'two'], ['one', 'two'], ['two'], [], ['two'], ['two', 'one']];
		expect(failing.map((places) => session().placesToTell(places))).toEqual([
			[],
			['one'],
			['two'],
			[],
			[],
			[],
			['two'],
		]);
	});
});

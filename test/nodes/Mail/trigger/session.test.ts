import { sessionOf } from '../../../../nodes/Mail/trigger/session';
import { createVirtualClock } from '../../../harness/virtualClock';

const DAY = 24 * 60 * 60_000;
const BUDGET = 300_000;

let triggers = 0;

/** A trigger that nobody has polled yet, and another one. */
function startSession() {
	const clock = createVirtualClock();
	const name = `trigger ${++triggers}`;
	return {
		clock,
		session: () => sessionOf(name, clock),
		pollAnother: () => sessionOf(`trigger ${++triggers}`, clock).takeTurn(BUDGET, false)?.end(),
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

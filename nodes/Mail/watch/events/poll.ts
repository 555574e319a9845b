/*
 * This folder keeps the promise of the Calendar Trigger: each thing that happens to an event starts the
 * workflow once.
 *
 * A poll asks Graph what changed in a window of the calendar (`calendarView/delta`), which is one small
 * request where nothing did. What it tells is kept in the memory of the process alone (`View`): a process
 * that has none reads the window anew. What of it is watched is decided here (`watch`). What n8n stores is
 * what was handled of each event (`Known`): short hashes of its ID and of its content, its times, and what
 * was said of them. What happened is the difference between the two (`compare`, `findGone`), so that it is
 * the same from whichever older state it begins, and the rounds of the provider may repeat, be lost, or
 * come late.
 *
 * The folder must not know the operations of the Mail node. All moments are the provider's; n8n's clock
 * only measures how long something takes, and guesses the first window.
 */

import { createPauses } from '../../../shared/html/pauses';
import { InvalidInput } from '../../../shared/http/failures';
import { shortHash } from '../../../shared/text/shortHash';
import type { PollStart } from '../../../shared/watch/pollInTurn';
import { pollBy } from '../../../shared/watch/pollWatch';
import { UNLIMITED } from '../../../shared/watch/watch';
import { resolveCalendar } from '../../calendar/calendars';
import { eachMailbox } from '../eachMailbox';
import type { CalendarPoll } from './calendarPoll';
import { calendarTriggerProperties, readSettings } from './fields';
import { storedEvents } from './position';
import { DAYS_BACK, exampleOf } from './testStep';
import type { CalendarMemory } from './watchEvents';
import { watchEvents } from './watchEvents';
import { toWishes } from './wishes';

const noEvent = () =>
	new InvalidInput(
		'No event matches',
		undefined,
		`Looked ahead as far as Look Ahead (Days) says, and back ${DAYS_BACK} days. Make an event that fits Only Events That Match, then try again.`,
	);

/**
 * Polls the calendar once. In n8n's manual mode: the next or the latest event that matches, and nothing
 * is saved.
 * @returns null when nothing happened.
 */
export const poll = pollBy({
	who: 'The Calendar Trigger',
	permission: ['Calendars.Read'],
	fields: calendarTriggerProperties,
	whenTooSlow: 'lower Look Ahead (Days)',
	createMemory: (): CalendarMemory => ({ before: new Map(), failedPolls: new Map() }),
	initial: { startedAt: 0, window: { from: 0, to: 0 }, zone: '', reach: {}, link: '' },
	...storedEvents,
	open,
});

async function open(start: PollStart) {
	const settings = readSettings(start.context);
	const { maxEvents, heartbeat } = settings.options;
	const pause = createPauses(start.clock);
	const common = { ...start, settings, wishes: toWishes(settings), pause };
	return await eachMailbox(
		start,
		settings.mailbox,
		async ({ graph, scope: ofMailbox }, memory: CalendarMemory) => {
			const calendarId = await resolveCalendar(graph, settings.calendar);
			const scope = `${ofMailbox} ${shortHash(calendarId ?? '')}`;
			const { failedPolls } = memory;
			const run: CalendarPoll = { ...common, graph, calendarId, scope, failedPolls };
			return {
				scope,
				watch: watchEvents(run, memory),
				// What came before and after belongs together: a part of it would be compared with the wrong moment. An
				// event that is gone is told as it was seen last: none fails, and none waits.
				limits: { ...UNLIMITED, most: maxEvents },
				heartbeat,
				beginsAnew: true,
				sample: async () => await exampleOf(run),
				nothing: noEvent,
			};
		},
	);
}

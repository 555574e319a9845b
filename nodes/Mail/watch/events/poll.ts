/*
 * This folder keeps the promise of the Calendar Trigger: each thing that happens to an event starts the workflow once.
 *
 * A poll asks Graph what changed in a window of the calendar (`calendarView/delta`): one small request where nothing
 * did. The answer is kept only in the memory of the process (`View`): a process without one reads the window anew.
 * `watch` decides what of it is watched. n8n stores what was handled of each event (`Known`): short hashes of its ID
 * and its content, its times, and what was said of them. What happened is the difference between the two (`compare`,
 * `findGone`). So a poll may begin from any older state, and the rounds of the provider may repeat, be lost, or come
 * late.
 *
 * The folder must not know the operations of the Mail node. All moments are the provider's; n8n's clock only measures
 * how long something takes, and guesses the first window.
 */

import { InvalidInput } from '../../../shared/http/failures';
import { createPauses } from '../../../shared/http/pauses';
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
		async ({ graph, scope: mailboxScope }, memory: CalendarMemory) => {
			const calendarId = await resolveCalendar(graph, settings.calendar);
			const scope = `${mailboxScope} ${shortHash(calendarId ?? '')}`;
			const { failedPolls } = memory;
			const calendarPoll: CalendarPoll = { ...common, graph, calendarId, scope, failedPolls };
			return {
				scope,
				watch: watchEvents(calendarPoll, memory),
				// `since` holds for all events at once: if only some failed or waited, the others would be compared with the
				// wrong moment. So an event that is gone is told as it was last seen.
				limits: { ...UNLIMITED, most: maxEvents },
				heartbeat,
				beginsAnew: true,
				sample: async () => await exampleOf(calendarPoll),
				nothing: noEvent,
			};
		},
	);
}

import type { IPollFunctions } from 'n8n-workflow';
import { createPauses } from '../../../shared/html/pauses';
import type { Clock } from '../../../shared/http/clock';
import { shortHash } from '../../../shared/text/shortHash';
import type { PollStart } from '../../../shared/watch/pollInTurn';
import { resolveCalendar } from '../../calendar/calendars';
import type { GraphClient } from '../../graph/types';
import type { FailedPolls } from '../attempts';
import type { WatchedMailbox } from '../eachMailbox';
import type { CalendarSettings } from './fields';
import type { Wishes } from './wishes';
import { toWishes } from './wishes';

/** What a poll works with. */
export interface CalendarPoll {
	context: IPollFunctions;
	clock: Clock;
	graph: GraphClient;
	settings: CalendarSettings;
	/** The default calendar when undefined. */
	calendarId: string | undefined;
	/** Names the calendar. */
	scope: string;
	/** Names how much of it is watched, and how it is read. */
	extent: string;
	wishes: Wishes;
	/** By the ID of an event, or by its key where it is not in view. */
	failedPolls: FailedPolls;
	/** What reading an event waits for, so that many of them do not hold the event loop. */
	pause(): Promise<void>;
}

/**
 * Finds the calendar.
 * @throws InvalidInput when no calendar has the chosen name.
 */
export async function openPoll(
	{ context, clock }: PollStart,
	settings: CalendarSettings,
	{ graph, scope }: WatchedMailbox,
	{ failedPolls }: Pick<CalendarPoll, 'failedPolls'>,
): Promise<CalendarPoll> {
	const calendarId = await resolveCalendar(graph, settings.calendar);
	return {
		context,
		clock,
		graph,
		settings,
		calendarId,
		scope: `${scope} ${shortHash(calendarId ?? '')}`,
		extent: JSON.stringify([settings.lookAhead, settings.options.timeZone]),
		wishes: toWishes(settings),
		failedPolls,
		pause: createPauses(clock),
	};
}

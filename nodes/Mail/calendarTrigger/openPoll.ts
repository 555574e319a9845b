import type { IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import type { PollStart } from '../../shared/trigger/pollInTurn';
import { resolveCalendar } from '../calendar/calendars';
import { createEventMatch } from '../calendar/eventMatch';
import { connectGraph } from '../connectGraph';
import type { GraphClient } from '../graph/types';
import { scopeOf } from '../trigger/openPoll';
import type { ChangeType, Wishes } from './compare';
import type { CalendarSettings } from './fields';
import type { Sighting } from './sighting';
import type { View } from './view';

/** What the polls of a trigger leave to each other; all of it can be read again. */
export interface CalendarMemory {
	view?: View;
	/** Events as they were when they were handled, by key. */
	before: ReadonlyMap<string, Sighting>;
}

/** What a poll works with. */
export interface Poll {
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
}

/** Which entry of Trigger On stands for each change. */
const ENTRY: Record<ChangeType, CalendarSettings['event'][number]> = {
	created: 'created',
	updated: 'updated',
	cancelled: 'cancelled',
	deleted: 'cancelled',
	startingSoon: 'startingSoon',
	ended: 'ended',
	answered: 'answered',
};

/**
 * Connects the account and finds the calendar.
 * @throws InvalidInput when no calendar has the chosen name.
 */
export async function openPoll(
	{ context, clock, budget }: PollStart<CalendarMemory>,
	settings: CalendarSettings,
): Promise<Poll> {
	const { deadline, signal } = budget;
	const account = await connectGraph(context, { deadline, signal, clock });
	const graph = account.forMailbox(settings.mailbox);
	const calendarId = await resolveCalendar(graph, settings.calendar);
	const { onlineMeeting, allDay, ...filters } = settings.filters;
	return {
		context,
		clock,
		graph,
		settings,
		calendarId,
		scope: scopeOf(context, settings.mailbox, calendarId),
		extent: JSON.stringify([settings.lookAhead, settings.options.timeZone]),
		wishes: {
			wants: (change) => settings.event.includes(ENTRY[change]),
			matches:
				createEventMatch({
					...filters,
					onlineMeeting: onlineMeeting === 'any' ? undefined : onlineMeeting === 'with',
					allDay: allDay === 'include',
				}) ?? (() => true),
			seriesAsOne: settings.series === 'series',
			timeBefore: settings.timeBefore,
		},
	};
}

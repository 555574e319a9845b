import { DateTime } from 'luxon';
import { viewCalendar } from '../../calendar/calendarView';
import { eventShape } from '../../calendar/event';
import { localZone } from '../../graph/localZone';
import { MOST_EXAMPLES, whereChosenIsMissing } from '../attempts';
import type { InvitationAnswer } from './answers';
import { answersTo } from './answers';
import type { CalendarPoll } from './calendarPoll';
import { watchedEvent } from './changes';
import type { EventChange, Happening } from './compare';
import type { SeenEvent } from './seenEvent';
import { toKeptEvent, toSeenEvents } from './seenEvent';
import type { ChangeType } from './wishes';

/** How far the test step looks back when nothing is ahead, in days. */
export const DAYS_BACK = 31;
const DAY_MS = 24 * 3_600_000;
/** Stands in for the former subject. */
const EARLIER = 'Earlier subject';

/** The properties that conditions look at; an event that matches is read whole later. */
const LISTED = Object.keys(eventShape.omit({ body: true }).shape).join(',');

/** The next events that match, then the latest, for n8n's test step: one item for each entry of Trigger On. */
export async function exampleOf(
	poll: CalendarPoll,
): Promise<{ now: number; happenings: EventChange[] }> {
	const { graph, calendarId, settings, context, clock, wishes } = poll;
	const chosen = settings.options.timeZone;
	const explained = whereChosenIsMissing('calendar', calendarId === undefined);
	const source = { graph, timeZone: context.getTimezone() };
	const zone = await localZone(source, chosen).catch(explained);
	const now = DateTime.fromMillis(clock.now(), { zone });
	const time = new Date(clock.now()).toISOString();
	const { matches } = wishes;
	const query = { $select: LISTED };
	const ahead = { start: now, end: now.plus({ days: Math.ceil(settings.lookAhead / DAY_MS) }) };
	const options = { query, matches };
	const next = await viewCalendar(graph, calendarId, ahead, {
		...options,
		limit: MOST_EXAMPLES,
	}).catch(explained);
	const behind = { start: now.minus({ days: DAYS_BACK }), end: now };
	const past = next.complete ? await viewCalendar(graph, calendarId, behind, options) : undefined;
	const listed = [...next.events, ...(past?.events.reverse() ?? [])].slice(0, MOST_EXAMPLES);
	const kept = await Promise.all(
		listed.map(async ({ raw }) => await toKeptEvent(watchedEvent.parse(raw), poll.pause)),
	);
	const happenings = [...toSeenEvents(kept, zone).values()].map((event) => ({
		happenings: settings.event.map((changeType) => example(changeType, event, time)),
		zone,
		missing: [],
	}));
	return { now: now.toMillis(), happenings };
}

/** What happened in an example, as far as the event tells. */
function example(changeType: ChangeType, event: SeenEvent, time: string): Happening {
	if (changeType === 'updated') {
		const { subject } = event.content.fields;
		return { changeType, event, changed: { subject: { before: EARLIER, after: subject } } };
	}
	if (changeType === 'answered') return { changeType, event, answer: exampleAnswer(event, time) };
	return { changeType, event };
}

/** The first answer to the invitation, or one that is made up, at this time. */
function exampleAnswer(
	{ answers: [answer], event }: SeenEvent,
	time: string,
): InvitationAnswer | undefined {
	const status = { response: 'accepted', time };
	const emailAddress = { name: 'Pat', address: 'pat@example.com' };
	return answer ?? answersTo({ ...event, attendees: [{ emailAddress, status }] })[0];
}

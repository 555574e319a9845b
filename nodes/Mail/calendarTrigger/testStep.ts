import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';
import { InvalidInput } from '../../shared/failures';
import { viewCalendar } from '../calendar/calendarView';
import { eventShape } from '../calendar/event';
import { localZone } from '../graph/localZone';
import { watchedEvent } from './changes';
import { toItems } from './deliver';
import type { Poll } from './openPoll';
import { toSightings, toTold } from './sighting';

/** How far the test step looks back when nothing is ahead, in days. */
const DAYS_BACK = 31;
const DAY_MS = 24 * 3_600_000;

/** What conditions look at; the event that fits is loaded. */
const LISTED = Object.keys(eventShape.shape)
	.filter((name) => name !== 'body')
	.join(',');

/**
 * The next event that matches, or the latest, for n8n's test step.
 * @throws InvalidInput when none does.
 */
export async function findForTest(poll: Poll): Promise<INodeExecutionData[][]> {
	const { graph, calendarId, settings, context, clock, wishes } = poll;
	const chosen = settings.options.timeZone;
	const zone = await localZone({ graph, timeZone: context.getTimezone() }, chosen, []);
	const now = DateTime.fromMillis(clock.now());
	const { matches } = wishes;
	const query = { $select: LISTED };
	const ahead = { start: now, end: now.plus({ days: Math.ceil(settings.lookAhead / DAY_MS) }) };
	const next = await viewCalendar(graph, calendarId, ahead, { query, matches, limit: 1 });
	const behind = { start: now.minus({ days: DAYS_BACK }), end: now };
	const found =
		next.events[0] ??
		(await viewCalendar(graph, calendarId, behind, { query, matches })).events.at(-1);
	const told = found ? [toTold(watchedEvent.parse(found.raw))] : [];
	const [event] = toSightings(told, zone).values();
	const [changeType = 'created'] = settings.event;
	if (event) return [await toItems(poll, [{ changeType, event }], { now: now.toMillis(), zone })];
	throw new InvalidInput(
		'No event matches',
		undefined,
		`Looked ahead as far as Look Ahead (Days) says, and back ${DAYS_BACK} days. Make an event that fits Only Events That Match, then try again.`,
	);
}

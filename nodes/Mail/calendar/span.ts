import { DateTime } from 'luxon';
import { firstOf } from '../../shared/text/moments';
import { fromGraphTime } from '../graph/zones';
import type { Event } from './event';

/** A span of time; an event that only touches it is not in it. */
export interface Span {
	start: DateTime;
	end: DateTime;
}

/** Whether two spans have more than a border in common. */
export function isOverlap(one: Span, other: Span): boolean {
	return one.start < other.end && other.start < one.end;
}

/** Parts of a span, none longer than so many days. */
export function* splitSpan({ start, end }: Span, days: number): Generator<Span> {
	for (let from = start; from < end;) {
		const to = DateTime.min(from.plus({ days }), end);
		yield { start: from, end: to };
		from = to;
	}
}

/**
 * How much more is asked for on both sides of a span, in milliseconds, so that no all-day event is missed. Its day
 * begins at another moment in the zone of whoever made it: zones lie up to 26 hours apart, from -12 to +14.
 */
export const ZONES_APART_MS = 26 * 3_600_000;

/**
 * The moments at which an event begins and ends, as far as they can be read; whole days are those of the zone. Where a
 * time can mean two moments, the event may be at any of them.
 */
export function eventMoments(
	{ start, end, isAllDay }: Pick<Event, 'start' | 'end' | 'isAllDay'>,
	zone: string,
) {
	const readDay = (time: Event['start']) =>
		firstOf(DateTime.fromISO((time?.dateTime ?? '').slice(0, 'yyyy-MM-dd'.length), { zone }));
	if (isAllDay) return { start: readDay(start), end: readDay(end) };
	return { start: fromGraphTime(start, zone), end: fromGraphTime(end, zone, 'last') };
}

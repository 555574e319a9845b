import { DateTime } from 'luxon';
import { firstOf } from '../../../shared/text/moments';

/**
 * Moves the midnights of whole days from one zone to another. A whole day is the same date everywhere, and begins at
 * the midnight of whoever looks at the calendar. 0, for a moment that cannot be read, stays 0.
 * @param from IANA name of the zone, as the other one.
 * @returns a function that moves a midnight, in milliseconds since the epoch; it remembers those it moved.
 */
export function moveDays(from: string, to: string): (midnight: number) => number {
	const moved = new Map([[0, 0]]);
	return (midnight) => {
		const known = moved.get(midnight);
		if (known !== undefined) return known;
		const day = DateTime.fromMillis(midnight, { zone: from }).toISODate() ?? '';
		const there = firstOf(DateTime.fromISO(day, { zone: to }))?.toMillis() ?? NaN;
		moved.set(midnight, there);
		return there;
	};
}

/**
 * Times, in milliseconds since the epoch, as an event shows them: moments, or the first and the last day.
 * @param zone IANA name of the zone in which whole days begin.
 */
export function shownTimes(
	{ start, end }: Record<'start' | 'end', number>,
	isAllDay: boolean,
	zone: string,
) {
	if (!isAllDay) return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
	const day = (midnight: number) => DateTime.fromMillis(midnight, { zone });
	return { start: day(start).toISODate(), end: day(end).minus({ days: 1 }).toISODate() };
}

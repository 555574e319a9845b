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
 * @param zone IANA name of the zone that the event is shown in.
 */
export function shownTimes(
	{ start, end }: Record<'start' | 'end', number>,
	isAllDay: boolean,
	zone: string,
) {
	const there = (moment: number) => DateTime.fromMillis(moment, { zone });
	if (isAllDay) {
		return { start: there(start).toISODate(), end: there(end).minus({ days: 1 }).toISODate() };
	}
	const toText = (moment: number) => there(moment).toISO({ suppressMilliseconds: true });
	return { start: toText(start), end: toText(end) };
}

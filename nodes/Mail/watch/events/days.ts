import { DateTime } from 'luxon';

/**
 * Moves the midnights of whole days from one zone to another: a day is a day everywhere, and begins when it begins for
 * who looks at the calendar. What is no moment stays none.
 * @param from IANA name of the zone, as the other one.
 * @returns what moves a midnight, in milliseconds since the epoch, for many events of the same days.
 */
export function moveDays(from: string, to: string): (midnight: number) => number {
	const moved = new Map([[0, 0]]);
	return (midnight) => {
		const known = moved.get(midnight);
		if (known !== undefined) return known;
		const day = DateTime.fromMillis(midnight, { zone: from }).toISODate() ?? '';
		const there = DateTime.fromISO(day, { zone: to }).toMillis();
		moved.set(midnight, there);
		return there;
	};
}

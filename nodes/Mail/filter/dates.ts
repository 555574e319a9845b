import { DateTime } from 'luxon';
import type { Interval } from './bounds';
import { readInterval, standsTo } from './bounds';
import { shown, valueFault } from './error';
import type { Operator } from './properties';
import type { Value } from './token';

/** Both in milliseconds since the epoch. */
type DateTest = (time: number, now: number) => boolean;

/** The named intervals of KQL, in UTC; Luxon's weeks begin on Monday, as in ISO 8601. */
const NAMED = new Map<string, (now: DateTime) => Interval>([
	['today', (now) => whole(now, 'day')],
	['yesterday', (now) => whole(now.minus({ days: 1 }), 'day')],
	['this week', (now) => whole(now, 'week')],
	['this month', (now) => whole(now, 'month')],
	['last month', (now) => whole(now.minus({ months: 1 }), 'month')],
	['this year', (now) => whole(now, 'year')],
	['last year', (now) => whole(now.minus({ years: 1 }), 'year')],
]);

/** Graph's documented form. */
const MONTH_DAY_YEAR = /^(\d{2})\/(\d{2})\/(\d{4})$/;
/** KQL's forms; hours and minutes alone and an offset from UTC are ISO 8601 as well. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/i;

function whole(time: DateTime, unit: 'day' | 'week' | 'month' | 'year'): Interval {
	const start = time.startOf(unit);
	return { start: start.toMillis(), end: start.plus({ [unit]: 1 }).toMillis() };
}

/**
 * A day (ISO or MM/DD/YYYY), an instant (ISO with a time), a named interval, or a range `A..B` with
 * both ends; all in UTC.
 *
 * @throws {SearchFilterError} On anything else, on days that no calendar has, and on reversed ranges.
 */
export function readDate(operator: Operator, value: Value): DateTest {
	const named = NAMED.get(value.text.trim().replace(/\s+/g, ' ').toLowerCase());
	if (named) {
		return (time, now) =>
			standsTo(operator, time, named(DateTime.fromMillis(now, { zone: 'utc' })));
	}
	const interval = readInterval(operator, value, (text, offset) => {
		const point = readPoint(text);
		if (typeof point === 'string') throw valueFault(value, `${shown(text)} ${point}`, offset);
		return point;
	});
	return (time) => standsTo(operator, time, interval);
}

/** A day in UTC, or the one millisecond of an instant; for any other text, what is wrong with it. */
function readPoint(text: string): Interval | string {
	if (NAMED.has(text.toLowerCase())) return 'is a named interval, which cannot end a range.';
	const american = MONTH_DAY_YEAR.exec(text);
	const iso = ISO.exec(text);
	const parts = american ? [american[3], american[1], american[2]] : iso?.slice(1, 4);
	if (!parts) {
		return 'is not a date; write YYYY-MM-DD, MM/DD/YYYY, or a name such as today or "this week", with its quotes.';
	}
	const [year, month, day] = parts.map(Number);
	const start = DateTime.fromObject({ year, month, day }, { zone: 'utc' });
	if (!start.isValid) return 'is not a date in the calendar.';
	if (!iso?.[4]) return { start: start.toMillis(), end: start.plus({ days: 1 }).toMillis() };
	const instant = DateTime.fromISO(text.toUpperCase(), { zone: 'utc' }).toMillis();
	return { start: instant, end: instant + 1 };
}

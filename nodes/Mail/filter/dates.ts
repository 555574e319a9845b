import { DateTime } from 'luxon';
import type { Interval } from './bounds';
import { rangeInstead, standsTo } from './bounds';
import { joinDayAndTime, readDatePoint } from './datePoint';
import { shown } from './error';
import { nearestOf } from './properties';
import type { Restriction } from './restriction';
import { refuseSpacedRange, valueFault, writtenName } from './restriction';

/** Both in milliseconds since the epoch. */
export type DateTest = (time: number, now: number) => boolean;

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
const NAMES = [...NAMED.keys()];

function whole(time: DateTime, unit: 'day' | 'week' | 'month' | 'year'): Interval {
	const start = time.startOf(unit);
	return { start: start.toMillis(), end: start.plus({ [unit]: 1 }).toMillis() };
}

/**
 * A day (MM/DD/YYYY or ISO), an instant (ISO with a time), a named interval, or a range `A..B` with
 * both ends; all in UTC.
 *
 * @throws {FilterFault} On anything else, on days that no calendar has, and on reversed ranges.
 */
export function readDate(restriction: Restriction): DateTest {
	const { value, operator } = restriction;
	refuseTimeAside(restriction);
	refuseSpacedRange(restriction);
	const named = NAMED.get(value.text.trim().replace(/\s+/g, ' ').toLowerCase());
	if (named) {
		return (time, now) =>
			standsTo(operator, time, named(DateTime.fromMillis(now, { zone: 'utc' })));
	}
	const dots = value.text.indexOf('..');
	if (dots >= 0) return readRange(restriction, dots);
	const interval = readPoint(restriction, value.text, 0);
	return (time) => standsTo(operator, time, interval);
}

/** `received>2018-07-23 10:00` would look for "10:00" in the mail. */
function refuseTimeAside(restriction: Restriction): void {
	const { value, rest } = restriction;
	const time = /^\s+\d{1,2}:\d{2}(?::\d{2})?(?![^\s()])/.exec(rest)?.[0];
	if (value.quoted || time === undefined) return;
	const instant = joinDayAndTime(`${value.text}${time}`);
	throw valueFault(restriction, 'A day and its time are joined by T, as in 2018-07-23T10:00.', {
		offset: value.text.length,
		values: instant === undefined ? [] : [instant],
		extra: time.length,
	});
}

function readRange(restriction: Restriction, dots: number): DateTest {
	const { value, operator } = restriction;
	const name = writtenName(restriction);
	const from = value.text.slice(0, dots);
	const to = value.text.slice(dots + 2);
	if (operator !== ':' && operator !== '=') {
		throw valueFault(restriction, `A range (..) goes with : only, not with ${operator}.`, {
			whole: [rangeInstead(operator, name, value.text)],
		});
	}
	if (from === '' || to === '') {
		throw valueFault(restriction, 'A range needs both ends, as in 05/01/2020..05/31/2020.', {
			whole: [`${name}${from === '' ? '<=' : '>='}${from}${to}`],
		});
	}
	if (NAMED.has(from.toLowerCase()) || NAMED.has(to.toLowerCase())) {
		throw valueFault(restriction, 'A named interval cannot be the end of a range.', {
			whole: [`(${name}>=${quoted(from)} AND ${name}<=${quoted(to)})`],
		});
	}
	const start = readPoint(restriction, from, 0).start;
	const { end } = readPoint(restriction, to, dots + 2);
	if (end <= start) {
		throw valueFault(restriction, 'The range ends before it begins.', {
			values: [`${to}..${from}`],
		});
	}
	return (time) => standsTo(':', time, { start, end });
}

function readPoint(restriction: Restriction, text: string, offset: number): Interval {
	const point = readDatePoint(text);
	if ('start' in point) return point;
	const { value, rest } = restriction;
	const unquoted = /^\s+(?:week|month|year)(?![^\s()])/i.exec(rest);
	if (!value.quoted && unquoted && /^(?:this|last)$/i.test(value.text)) {
		const words = `${value.text} ${unquoted[0].trim()}`.toLowerCase();
		const problem = NAMED.has(words) ? 'has a blank and needs quotes.' : point.problem;
		throw valueFault(restriction, `${shown(words)} ${problem}`, {
			values: nearestName(words),
			extra: unquoted[0].length,
		});
	}
	const names = /^[a-z][a-z ]*\*?$/i.test(text) ? nearestName(text.toLowerCase()) : [];
	throw valueFault(restriction, `${shown(text)} ${point.problem}`, {
		offset,
		values: [...point.instead, ...names].map(
			(instead) => value.text.slice(0, offset) + instead + value.text.slice(offset + text.length),
		),
	});
}

/** The name that was mistyped; "last week" is no other interval with some letters wrong. */
function nearestName(text: string): string[] {
	return nearestOf(text, NAMES, Math.floor(text.length / 4)).slice(0, 1);
}

function quoted(text: string): string {
	return /\s/.test(text) ? `"${text}"` : text;
}

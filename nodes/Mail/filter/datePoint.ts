import { DateTime } from 'luxon';
import type { Interval } from './bounds';

/** Why a text is no date, and the dates that it may have been meant to be. */
export interface NoDate {
	problem: string;
	instead: string[];
}

/** Graph's documented form. */
const MONTH_DAY_YEAR = /^(\d{2})\/(\d{2})\/(\d{4})$/;
/** KQL's forms; hours and minutes alone and an offset from UTC are ISO 8601 as well. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/i;

/** Three numbers in any of the orders in which people write dates. */
const THREE_NUMBERS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;
const YEAR = /^\d{4}$/;
const YEAR_MONTH = /^(\d{4})-(\d{2})$/;

const FORMS = 'is not a date; write MM/DD/YYYY, YYYY-MM-DD, or a name such as today.';
const IMPOSSIBLE = 'is a date that no calendar has.';

/** A day in UTC, or the one millisecond of an instant; a value that is neither says why. */
export function readDatePoint(text: string): Interval | NoDate {
	const american = MONTH_DAY_YEAR.exec(text);
	const iso = american ? null : ISO.exec(text);
	const parts = american ? [american[3], american[1], american[2]] : iso?.slice(1, 4);
	if (!parts) return { problem: FORMS, instead: guesses(text) };
	const [year = NaN, month = NaN, day = NaN] = parts.map(Number);
	const start = DateTime.fromObject({ year, month, day }, { zone: 'utc' });
	if (!start.isValid)
		return { problem: IMPOSSIBLE, instead: possibleDays(year, month, day, iso?.[4]) };
	if (!iso?.[4]) return { start: start.toMillis(), end: start.plus({ days: 1 }).toMillis() };
	const instant = DateTime.fromISO(text.toUpperCase(), { zone: 'utc' }).toMillis();
	return { start: instant, end: instant + 1 };
}

/** A day beyond the end of its month becomes the last one; a month beyond 12 was perhaps the day. */
function possibleDays(year: number, month: number, day: number, time?: string): string[] {
	const [validMonth, validDay] = month > 12 && day <= 12 ? [day, month] : [month, day];
	const first = DateTime.fromObject({ year, month: validMonth }, { zone: 'utc' });
	const last = first.daysInMonth;
	if (!first.isValid || last === null || last === undefined || validDay < 1) return [];
	const date = first.set({ day: Math.min(validDay, last) });
	return [
		time === undefined ? date.toFormat('MM/dd/yyyy') : `${date.toFormat('yyyy-MM-dd')}${time}`,
	];
}

const DAY_AND_TIME = /^([^\sT]+)(?:\s+|T)(\d{1,2})((?::\d{2}){1,2})$/i;

/** A day and a time of the day that stand apart, as one instant; undefined where the text is not these. */
export function joinDayAndTime(text: string): string | undefined {
	const [, day = '', hour = '', rest = ''] = DAY_AND_TIME.exec(text) ?? [];
	if (day === '') return undefined;
	return `${day.replace(/(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')}T${pad(hour)}${rest}`;
}

/** Dates in the accepted forms that other spellings may stand for, the likeliest first. */
function guesses(text: string): string[] {
	const instant = joinDayAndTime(text);
	if (instant !== undefined && instant !== text) return [instant];
	if (YEAR.test(text)) return [`${text}-01-01..${text}-12-31`];
	const month = YEAR_MONTH.exec(text);
	if (month) {
		const end = DateTime.fromISO(`${text}-01`, { zone: 'utc' }).endOf('month');
		return end.isValid ? [`${text}-01..${end.toFormat('yyyy-MM-dd')}`] : [];
	}
	const numbers = THREE_NUMBERS.exec(text);
	if (!numbers) return [];
	const [, first = '', separator, second = '', third = ''] = numbers;
	if (first.length === 4) return [`${first}-${pad(second)}-${pad(third)}`];
	const monthFirst = `${pad(first)}/${pad(second)}/${third}`;
	const dayFirst = `${pad(second)}/${pad(first)}/${third}`;
	// A date with dots is written with the day in front.
	return separator === '.' ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
}

function pad(number: string): string {
	return number.padStart(2, '0');
}

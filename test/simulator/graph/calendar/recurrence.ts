import { DateTime } from 'luxon';
import { badRequest } from '../problem';
import type { Recurrence } from './schemas';
import { toIana } from './zones';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const WEEKS = ['first', 'second', 'third', 'fourth'];

// A series without end is expanded no further than this many occurrences.
const MAXIMUM_OCCURRENCES = 5000;

// In milliseconds: a little more than a year, in which each pattern but the longest comes twice.
const LOOKED_AHEAD_MS = 400 * 86_400_000;

type Pattern = Recurrence['pattern'];

/** Days of a month that fit an index such as "second Tuesday". */
function relativeDay(month: DateTime, pattern: Pattern): DateTime | undefined {
	const names: string[] = pattern.daysOfWeek ?? [];
	const days = Array.from({ length: month.daysInMonth ?? 0 }, (_, day) =>
		month.set({ day: day + 1 }),
	).filter((day) => names.includes(WEEKDAYS[day.weekday - 1] ?? ''));
	return pattern.index === 'last' ? days.at(-1) : days[WEEKS.indexOf(pattern.index ?? 'first')];
}

function absoluteDay(month: DateTime, pattern: Pattern): DateTime {
	return month.set({ day: Math.min(pattern.dayOfMonth ?? 1, month.daysInMonth ?? 28) });
}

/** The days of one step of the pattern, counted from the first day. */
function stepDays(first: DateTime, pattern: Pattern, step: number): DateTime[] {
	const by = step * pattern.interval;
	switch (pattern.type) {
		case 'daily':
			return [first.plus({ days: by })];
		case 'weekly': {
			const start = WEEKDAYS.indexOf(pattern.firstDayOfWeek ?? 'sunday');
			const back = (first.weekday - 1 - start + 7) % 7;
			const week = first.minus({ days: back }).plus({ weeks: by });
			const names: string[] = pattern.daysOfWeek ?? [];
			return Array.from({ length: 7 }, (_, day) => week.plus({ days: day })).filter((day) =>
				names.includes(WEEKDAYS[day.weekday - 1] ?? ''),
			);
		}
		case 'absoluteMonthly':
			return [absoluteDay(first.startOf('month').plus({ months: by }), pattern)];
		case 'relativeMonthly':
			return [relativeDay(first.startOf('month').plus({ months: by }), pattern)].flatMap(
				(day) => day ?? [],
			);
		case 'absoluteYearly':
		case 'relativeYearly': {
			const year = first.startOf('year').plus({ years: by });
			const month = year.set({ month: pattern.month ?? first.month });
			const day =
				pattern.type === 'absoluteYearly'
					? absoluteDay(month, pattern)
					: relativeDay(month, pattern);
			return day === undefined ? [] : [day];
		}
	}
}

/**
 * Refuses a series whose range does not begin on the day of the event (fact: recurrence-start), or is in another zone
 * (fact: series-zone).
 */
export function checkRecurrence(recurrence: Recurrence, start: number, timeZone: string): void {
	const day = DateTime.fromMillis(start, { zone: toIana(timeZone) }).toISODate();
	const { range, pattern } = recurrence;
	const needsDays = ['weekly', 'relativeMonthly', 'relativeYearly'].includes(pattern.type);
	const incomplete =
		(range.type === 'endDate' && (range.endDate ?? '') < range.startDate) ||
		(range.type === 'numbered' && (range.numberOfOccurrences ?? 0) < 1) ||
		(needsDays && (pattern.daysOfWeek ?? []).length === 0);
	const isElsewhere = toIana(range.recurrenceTimeZone || timeZone) !== toIana(timeZone);
	if (range.startDate !== day || incomplete || isElsewhere) {
		throw badRequest('At least one property failed validation.', 'ErrorPropertyValidationFailure');
	}
}

/** Refuses a series of which one occurrence would last until the next one (fact: occurrences-overlap). */
export function checkOverlap(
	recurrence: Recurrence,
	start: number,
	end: number,
	timeZone: string,
): void {
	// By the clock on the wall: a whole day may have 23 hours.
	const byClock = (time: DateTime) => time.setZone('utc', { keepLocalTime: true }).toMillis();
	const at = (instant: number) => byClock(DateTime.fromMillis(instant, { zone: toIana(timeZone) }));
	const length = at(end) - at(start);
	const days = seriesDays(recurrence, start, timeZone, start + LOOKED_AHEAD_MS).map(byClock);
	const overlaps = days.some((day, index) => day + length > (days[index + 1] ?? Infinity));
	if (!overlaps) return;
	throw badRequest(
		'One occurrence of the recurring calendar item overlaps with another occurrence of the same calendar item.',
		'ErrorOccurrenceTimeSpanTooBig',
	);
}

/**
 * The local days on which a series happens, in order.
 * @param until milliseconds; days after it are not looked for
 */
export function seriesDays(
	recurrence: Recurrence,
	start: number,
	timeZone: string,
	until: number,
): DateTime[] {
	const { pattern, range } = recurrence;
	const first = DateTime.fromMillis(start, { zone: toIana(timeZone) });
	const days: DateTime[] = [];
	const limit = range.type === 'numbered' ? (range.numberOfOccurrences ?? 0) : MAXIMUM_OCCURRENCES;
	for (let step = 0; step < MAXIMUM_OCCURRENCES && days.length < limit; step += 1) {
		const found = stepDays(first, pattern, step)
			.map((day) => day.set({ hour: first.hour, minute: first.minute, second: first.second }))
			.filter((day) => day.toMillis() >= start);
		for (const day of found) {
			const isAfter = range.type === 'endDate' && (day.toISODate() ?? '') > (range.endDate ?? '');
			if (isAfter || day.toMillis() > until) return days;
			if (days.length < limit) days.push(day);
		}
	}
	return days;
}

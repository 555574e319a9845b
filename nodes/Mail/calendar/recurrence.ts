import { InvalidInput } from '../../shared/failures';
import { toMoment } from '../../shared/moments';
import { windowsOf } from '../graph/zones';
import type { EventTimes } from './eventTimes';

/** https://learn.microsoft.com/graph/api/resources/recurrencepattern, in the order of ISO weekdays. */
export const DAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;
export type Day = (typeof DAYS)[number];

export const WEEKS = ['first', 'second', 'third', 'fourth', 'last'] as const;
type Week = (typeof WEEKS)[number];

export const FREQUENCIES = [
	'daily',
	'weekly',
	'absoluteMonthly',
	'relativeMonthly',
	'absoluteYearly',
	'relativeYearly',
] as const;

/** How an event repeats, as a user fills it in. */
export interface RecurrenceForm {
	frequency: (typeof FREQUENCIES)[number];
	/** Every how many days, weeks, months or years. */
	interval: number;
	/** The weekday of the start when empty. */
	daysOfWeek: Day[];
	/** Which of these days in the month; the one that the start is when left out. */
	week?: Week;
	ends: 'never' | 'onDate' | 'afterCount';
	endDate?: string;
	count?: number;
}

export interface Recurrence {
	pattern: {
		type: RecurrenceForm['frequency'];
		interval: number;
		daysOfWeek?: Day[];
		firstDayOfWeek?: Day;
		dayOfMonth?: number;
		month?: number;
		index?: Week;
	};
	range: {
		type: 'noEnd' | 'endDate' | 'numbered';
		/** Must be the day of the event's start. */
		startDate: string;
		endDate?: string;
		numberOfOccurrences?: number;
		recurrenceTimeZone?: string;
	};
}

/**
 * How an event repeats, as Graph takes it; what is left open follows from its start.
 * @throws InvalidInput when the end is missing, or before the start.
 * @see https://learn.microsoft.com/graph/api/resources/patternedrecurrence
 */
export function toRecurrence(form: RecurrenceForm, { start, zone }: EventTimes): Recurrence {
	return { pattern: toPattern(form, start), range: { ...toRange(form, start, zone) } };
}

function toPattern(form: RecurrenceForm, start: EventTimes['start']): Recurrence['pattern'] {
	const { frequency: type, interval } = form;
	const days = form.daysOfWeek.length > 0 ? form.daysOfWeek : [weekdayOf(start)];
	const relative = { daysOfWeek: days, index: form.week ?? weekOf(start) };
	switch (type) {
		case 'daily':
			return { type, interval };
		case 'weekly':
			return { type, interval, daysOfWeek: days, firstDayOfWeek: 'sunday' };
		case 'absoluteMonthly':
			return { type, interval, dayOfMonth: start.day };
		case 'relativeMonthly':
			return { type, interval, ...relative };
		case 'absoluteYearly':
			return { type, interval, dayOfMonth: start.day, month: start.month };
		case 'relativeYearly':
			return { type, interval, ...relative, month: start.month };
	}
}

function toRange(form: RecurrenceForm, start: EventTimes['start'], zone: string) {
	const { ends, endDate, count } = form;
	const startDate = start.toISODate();
	const recurrenceTimeZone = windowsOf(zone) ?? 'UTC';
	if (ends === 'never') return { type: 'noEnd' as const, startDate, recurrenceTimeZone };
	if (ends === 'afterCount') {
		if (count === undefined) throw new InvalidInput('Recurrence: Number of Times is required');
		const numberOfOccurrences = count;
		return { type: 'numbered' as const, startDate, numberOfOccurrences, recurrenceTimeZone };
	}
	if (endDate === undefined) throw new InvalidInput('Recurrence: Last Day is required');
	const last = toMoment(endDate, zone, 'endDate').toISODate();
	if (last < startDate) throw new InvalidInput('Recurrence: Last Day is before Start');
	return { type: 'endDate' as const, startDate, endDate: last, recurrenceTimeZone };
}

function weekdayOf({ weekday }: EventTimes['start']): Day {
	return DAYS[weekday - 1] ?? 'monday';
}

/** The fifth such day of a month does not exist in each, so that it counts as the last. */
function weekOf({ day }: EventTimes['start']): Week {
	return WEEKS[Math.ceil(day / 7) - 1] ?? 'last';
}

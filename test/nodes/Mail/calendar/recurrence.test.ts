import { readEventTimes } from '../../../../nodes/Mail/calendar/eventTimes';
import type { RecurrenceForm } from '../../../../nodes/Mail/calendar/recurrence';
import { toRecurrence } from '../../../../nodes/Mail/calendar/recurrence';

const times = (start: string, zone = 'Europe/Vienna') =>
	readEventTimes({ start, allDay: false }, zone);
const form: RecurrenceForm = { frequency: 'daily', interval: 1, daysOfWeek: [], ends: 'never' };

describe('toRecurrence', () => {
	it.each<[Partial<RecurrenceForm>, object]>([
		[
			{ frequency: 'daily', interval: 2 },
			{ type: 'daily', interval: 2 },
		],
		[
			{ frequency: 'weekly' },
			{ type: 'weekly', interval: 1, daysOfWeek: ['thursday'], firstDayOfWeek: 'sunday' },
		],
		[
			{ frequency: 'weekly', daysOfWeek: ['monday', 'friday'] },
			{ type: 'weekly', interval: 1, daysOfWeek: ['monday', 'friday'], firstDayOfWeek: 'sunday' },
		],
		[{ frequency: 'absoluteMonthly' }, { type: 'absoluteMonthly', interval: 1, dayOfMonth: 29 }],
		[
			{ frequency: 'relativeMonthly' },
			{ type: 'relativeMonthly', interval: 1, daysOfWeek: ['thursday'], index: 'last' },
		],
		[
			{ frequency: 'relativeMonthly', week: 'first', daysOfWeek: ['monday'] },
			{ type: 'relativeMonthly', interval: 1, daysOfWeek: ['monday'], index: 'first' },
		],
		[
			{ frequency: 'absoluteYearly' },
			{ type: 'absoluteYearly', interval: 1, dayOfMonth: 29, month: 10 },
		],
		[
			{ frequency: 'relativeYearly' },
			{ type: 'relativeYearly', interval: 1, daysOfWeek: ['thursday'], index: 'last', month: 10 },
		],
	])('makes a pattern of %j from the start', (given, pattern) => {
		// The fifth Thursday of October.
		const made = toRecurrence({ ...form, ...given }, times('2026-10-29T10:00'));
		expect(made.pattern).toEqual(pattern);
	});

	it.each([
		['2026-10-01T10:00', 'first'],
		['2026-10-08T10:00', 'second'],
		['2026-10-28T10:00', 'fourth'],
	])('counts the week of %s as the %s', (start, index) => {
		const made = toRecurrence({ ...form, frequency: 'relativeMonthly' }, times(start));
		expect(made.pattern.index).toBe(index);
	});

	it('begins on the day of the start in its own zone', () => {
		const made = toRecurrence(form, times('2026-10-29T23:30:00Z', 'Asia/Tokyo'));
		expect(made.range).toEqual({
			type: 'noEnd',
			startDate: '2026-10-30',
			recurrenceTimeZone: 'Tokyo Standard Time',
		});
	});

	it('ends on a day, or after a number of times', () => {
		const start = times('2026-10-29T10:00');
		expect(
			toRecurrence({ ...form, ends: 'onDate', endDate: '2026-12-24' }, start).range,
		).toMatchObject({ type: 'endDate', endDate: '2026-12-24' });
		expect(toRecurrence({ ...form, ends: 'afterCount', count: 3 }, start).range).toMatchObject({
			type: 'numbered',
			numberOfOccurrences: 3,
		});
	});

	it.each<[Partial<RecurrenceForm>, string]>([
		[{ ends: 'onDate' }, 'Last Day is required'],
		[{ ends: 'onDate', endDate: '2026-10-28' }, 'Last Day is before Start'],
		[{ ends: 'onDate', endDate: 'Christmas' }, 'is not a date'],
		[{ ends: 'afterCount' }, 'Number of Times is required'],
	])('refuses %j', (given, message) => {
		const run = () => toRecurrence({ ...form, ...given }, times('2026-10-29T10:00'));
		expect(run).toThrow(message);
	});
});

import { readEventTimes } from '../../../../nodes/Mail/calendar/eventTimes';
import { toRecurrence } from '../../../../nodes/Mail/fields/recurrence';

const times = (start: string, zone = 'Europe/Vienna') =>
	readEventTimes({ start, allDay: false }, zone);
type Pattern = Parameters<typeof toRecurrence>[0];
const pattern: Pattern = {
	frequency: 'daily',
	interval: 1,
	daysOfWeek: [],
	week: undefined,
	ends: 'never',
	endDate: undefined,
	count: undefined,
	firstDayOfWeek: 'sunday',
};

describe('toRecurrence', () => {
	it.each<[Partial<Pattern>, object]>([
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
	])('makes a pattern of %j from the start', (given, made) => {
		// The fifth Thursday of October.
		const { pattern: found } = toRecurrence({ ...pattern, ...given }, times('2026-10-29T10:00'));
		expect(found).toEqual(made);
	});

	it.each([
		['2026-10-01T10:00', 'first'],
		['2026-10-08T10:00', 'second'],
		['2026-10-28T10:00', 'fourth'],
	])('counts the week of %s as the %s', (start, index) => {
		const made = toRecurrence({ ...pattern, frequency: 'relativeMonthly' }, times(start));
		expect(made.pattern).toMatchObject({ index });
	});

	it('begins on the day of the start in its own zone', () => {
		const made = toRecurrence(pattern, times('2026-10-29T23:30:00Z', 'Asia/Tokyo'));
		expect(made.range).toEqual({
			type: 'noEnd',
			startDate: '2026-10-30',
			recurrenceTimeZone: 'Tokyo Standard Time',
		});
	});

	it('ends on a day, or after a number of times', () => {
		const start = times('2026-10-29T10:00');
		expect(
			toRecurrence({ ...pattern, ends: 'onDate', endDate: '2026-12-24' }, start).range,
		).toMatchObject({ type: 'endDate', endDate: '2026-12-24' });
		expect(toRecurrence({ ...pattern, ends: 'afterCount', count: 3 }, start).range).toMatchObject({
			type: 'numbered',
			numberOfOccurrences: 3,
		});
	});

	it('ends on the day that a moment is in the zone of the event', () => {
		const given: Pattern = { ...pattern, ends: 'onDate', endDate: '2026-12-23T23:00:00Z' };
		expect(toRecurrence(given, times('2026-10-29T10:00')).range).toMatchObject({
			endDate: '2026-12-24',
		});
	});

	it.each([
		['a zone without a Windows name', '2026-10-29T10:00', 'Antarctica/Troll'],
		['the hour that the clock shows twice', '2026-10-25T02:30', 'Europe/Vienna'],
	])('refuses a series in %s: it would go by UTC', (_, start, zone) => {
		expect(() => toRecurrence(pattern, times(start, zone))).toThrow('this time zone at this hour');
		const days = readEventTimes({ start: start.slice(0, 10), allDay: true }, zone);
		expect(toRecurrence(pattern, days).range).toMatchObject({ startDate: start.slice(0, 10) });
	});

	it.each<[Partial<Pattern>, string]>([
		[{ ends: 'onDate' }, 'Stops After Day is required'],
		[{ ends: 'onDate', endDate: '2026-10-28' }, 'Stops After Day is before Start'],
		[{ ends: 'onDate', endDate: 'Christmas' }, 'is not a date'],
		[{ ends: 'onDate', endDate: '12/11/2026' }, 'is not a date'],
		[{ ends: 'afterCount' }, 'Stops After Number of Times is required'],
	])('refuses %j', (given, message) => {
		const run = () => toRecurrence({ ...pattern, ...given }, times('2026-10-29T10:00'));
		expect(run).toThrow(message);
	});
});

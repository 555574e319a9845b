import { InvalidInput } from '../../shared/http/failures';
import type { InputOf } from '../../shared/step/field';
import { field, fixedCollection } from '../../shared/step/field';
import { choice, choices, moment, number } from '../../shared/step/fieldKinds';
import { optionalChoiceOf, wholeNumber } from '../../shared/step/inputSchemas';
import { day, toDay } from '../../shared/text/moments';
import type { Recurrence } from '../calendar/eventRecurrence';
import type { EventTimes } from '../calendar/eventTimes';
import { checkRepeatable } from '../calendar/eventTimes';
import { weekdayOf, WEEKDAYS } from '../calendar/weekdays';
import { windowsOf } from '../graph/zones';

/** The weekdays as entries of a selector, sorted by what they are called. */
export const weekdayChoices = WEEKDAYS.map((value) => ({
	name: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
	value,
})).sort((one, other) => one.name.localeCompare(other.name));

const weekChoices = [
	{ name: 'First', value: 'first' },
	{ name: 'Fourth', value: 'fourth' },
	{ name: 'Last', value: 'last' },
	{ name: 'Second', value: 'second' },
	{ name: 'Third', value: 'third' },
] as const;

/** What decides comes first: n8n's lint sorts them by their labels. */
const pattern = [
	choice('frequency', 'Repeats', 'How often the event repeats', {
		options: {
			daily: 'Daily',
			absoluteMonthly: {
				name: 'Monthly by Date',
				description: 'On the day of the month that the start is',
			},
			relativeMonthly: {
				name: 'Monthly by Weekday',
				description: 'Such as the second Tuesday of the month',
			},
			weekly: 'Weekly',
			absoluteYearly: {
				name: 'Yearly by Date',
				description: 'On the day and month that the start is',
			},
			relativeYearly: {
				name: 'Yearly by Weekday',
				description: 'Such as the last Friday of November',
			},
		},
		default: 'weekly',
		narrows: true,
	}),
	number(
		'interval',
		'Repeats Every',
		'Number of days, weeks, months or years from one time to the next',
		{
			typeOptions: { minValue: 1 },
			default: 1,
			input: wholeNumber({ min: 1 }).transform((given) => given ?? 1),
			narrows: true,
		},
	),
	field(
		{
			displayName: 'Repeats in Week',
			name: 'week',
			type: 'options',
			options: [...weekChoices, { name: 'Week of the Start', value: '' }],
			displayOptions: { show: { frequency: ['relativeMonthly', 'relativeYearly'] } },
			default: '',
			description: 'Which of these weekdays in the month, such as the second Tuesday',
		},
		optionalChoiceOf(weekChoices),
		['week'],
	),
	choices(
		'daysOfWeek',
		'Repeats On',
		'Weekdays of the event. Leave empty for the weekday of the start.',
		{
			options: weekdayChoices,
			displayOptions: { show: { frequency: ['weekly', 'relativeMonthly', 'relativeYearly'] } },
			narrows: true,
		},
	),
	choice('ends', 'Stops', 'When the event stops repeating', {
		options: { afterCount: 'After a Number of Times', never: 'Never', onDate: 'On a Day' },
		default: 'never',
		narrows: true,
	}),
	moment('endDate', 'Stops After Day', 'Day after which the event does not repeat any more', {
		displayOptions: { show: { ends: ['onDate'] } },
		input: day,
	}),
	number('count', 'Stops After Number of Times', 'How many times the event takes place in all', {
		typeOptions: { minValue: 1 },
		displayOptions: { show: { ends: ['afterCount'] } },
		default: 10,
	}),
	choice(
		'firstDayOfWeek',
		'Week Begins On',
		'First day of a week. It counts where the event repeats on several days, and not every week.',
		{
			options: weekdayChoices,
			displayOptions: { show: { frequency: ['weekly'] } },
			default: 'sunday',
		},
	),
] as const;

export const recurrence = fixedCollection(
	'recurrence',
	'Recurrence',
	'How the event repeats. Leave out for an event that happens once.',
	{ displayName: 'Pattern', name: 'pattern', fields: pattern },
);

type Pattern = InputOf<typeof pattern>;

/**
 * How an event repeats, as Graph takes it; what is left open follows from its start.
 * @throws InvalidInput when the end is missing, or before the start, and as `checkRepeatable` does.
 * @see https://learn.microsoft.com/graph/api/resources/patternedrecurrence
 */
export function toRecurrence(given: Pattern, times: EventTimes) {
	checkRepeatable(times);
	const { start, zone } = times;
	return { pattern: toPattern(given, start), range: toRange(given, start, zone) };
}

function toPattern(given: Pattern, start: EventTimes['start']): Recurrence['pattern'] {
	const { frequency: type, interval, firstDayOfWeek } = given;
	const days = given.daysOfWeek.length > 0 ? given.daysOfWeek : [weekdayOf(start)];
	// The fifth such day of a month does not exist in each, so that it counts as the last.
	const week = ['first', 'second', 'third', 'fourth'][Math.ceil(start.day / 7) - 1] ?? 'last';
	const relative = { daysOfWeek: days, index: given.week ?? week };
	switch (type) {
		case 'daily':
			return { type, interval };
		case 'weekly':
			return { type, interval, daysOfWeek: days, firstDayOfWeek };
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

function toRange(given: Pattern, start: EventTimes['start'], zone: string): Recurrence['range'] {
	const { ends, endDate, count } = given;
	const startDate = start.toISODate();
	const range = { startDate, recurrenceTimeZone: windowsOf(zone) ?? 'UTC' };
	if (ends === 'never') return { ...range, type: 'noEnd' };
	if (ends === 'afterCount') {
		if (count === undefined)
			throw new InvalidInput('Recurrence: Stops After Number of Times is required');
		return { ...range, type: 'numbered', numberOfOccurrences: count };
	}
	if (endDate === undefined) throw new InvalidInput('Recurrence: Stops After Day is required');
	const last = toDay(endDate, zone, 'endDate').toISODate();
	if (last < startDate) throw new InvalidInput('Recurrence: Stops After Day is before Start');
	return { ...range, type: 'endDate', endDate: last };
}

import { byModel, required, whenEmpty } from '../../shared/step/field';
import { choice, locator } from '../../shared/step/fieldKinds';
import { optionalLocator } from '../../shared/step/inputSchemas';

const anyCalendar = locator(
	'calendar',
	'Calendar',
	'The calendar, chosen from the list, by its name, or by its ID',
	{
		list: { holds: 'a calendar', searchListMethod: 'searchCalendars' },
		entered: { name: 'e.g. Holidays', id: 'e.g. AAMkAGI2...' },
		input: optionalLocator,
	},
);

export const calendar = byModel(
	required(anyCalendar),
	'Name of the calendar, as List Calendars returns it',
);

export const optionalCalendar = whenEmpty(anyCalendar, 'the default calendar');

/** The colors of a calendar by Graph's names. */
export const calendarColors = [
	{ name: 'Automatic', value: 'auto' },
	{ name: 'Light Blue', value: 'lightBlue' },
	{ name: 'Light Brown', value: 'lightBrown' },
	{ name: 'Light Gray', value: 'lightGray' },
	{ name: 'Light Green', value: 'lightGreen' },
	{ name: 'Light Orange', value: 'lightOrange' },
	{ name: 'Light Pink', value: 'lightPink' },
	{ name: 'Light Red', value: 'lightRed' },
	{ name: 'Light Teal', value: 'lightTeal' },
	{ name: 'Light Yellow', value: 'lightYellow' },
] as const;

export const calendarColor = choice('color', 'Color', 'Color that Outlook shows the calendar in', {
	options: calendarColors,
	default: 'auto',
});

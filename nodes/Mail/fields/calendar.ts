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
export const calendarColors = {
	auto: 'Automatic',
	lightBlue: 'Light Blue',
	lightBrown: 'Light Brown',
	lightGray: 'Light Gray',
	lightGreen: 'Light Green',
	lightOrange: 'Light Orange',
	lightPink: 'Light Pink',
	lightRed: 'Light Red',
	lightTeal: 'Light Teal',
	lightYellow: 'Light Yellow',
};

export const calendarColor = choice('color', 'Color', 'Color that Outlook shows the calendar in', {
	options: calendarColors,
	default: 'auto',
});

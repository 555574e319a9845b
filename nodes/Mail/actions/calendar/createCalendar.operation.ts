import { byModel, required } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import { calendarItem, calendarShape, toCalendarJson } from '../../calendar/calendars';
import { calendarColor } from '../../fields/calendar';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-calendars */
export const createCalendar = defineMailOperation({
	label: 'Create Calendar',
	action: 'Create a calendar',
	summary: 'Add a calendar to the mailbox',
	returns: 'ID, name, color and owner of the calendar',
	toolText: 'It makes a calendar, not an event: use Create Event for that.',
	permission: ['Calendars.ReadWrite'],
	effects: ['createCalendar'],
	output: calendarItem,
	fields: [
		required(byModel(text('name', 'Name', 'Name of the new calendar', 'e.g. Projects'))),
		calendarColor,
	],
	// The first one of a name is made.
	inTurnBy: ({ name }) => name.toLowerCase(),
	async run({ name, color }, { graph }) {
		const made = await graph.post(mailPath`/calendars`, { name, color }, calendarShape);
		return [{ json: toCalendarJson(made) }];
	},
});

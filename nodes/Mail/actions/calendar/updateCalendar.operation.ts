import { byModel } from '../../../shared/step/field';
import { optionalChoice, text } from '../../../shared/step/fieldKinds';
import {
	calendarItem,
	calendarShape,
	resolveCalendar,
	toCalendarJson,
} from '../../calendar/calendars';
import { calendar, calendarColors } from '../../fields/calendar';
import { calendarPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/calendar-update */
export const updateCalendar = defineMailOperation({
	label: 'Update Calendar',
	action: 'Update a calendar',
	summary: 'Rename a calendar, or give it another color',
	returns: 'ID, name, color and owner of the calendar',
	toolText: 'It changes the calendar itself: use Update Event for an event.',
	permission: ['Calendars.ReadWrite'],
	effects: ['updateCalendar'],
	output: calendarItem,
	fields: [
		calendar,
		byModel(
			text('name', 'New Name', 'Leave empty to keep the name', 'e.g. Projects'),
			'New name of the calendar; empty to keep it',
		),
		optionalChoice('color', 'Color', 'Color that Outlook shows the calendar in', {
			options: { ...calendarColors, unchanged: 'Leave as It Is' },
			default: 'unchanged',
		}),
	],
	rules: [
		{
			holds: ({ name, color }) => name !== undefined || color !== undefined,
			field: 'name',
			message: 'give a new name or a color: there is nothing to change',
		},
	],
	// The last one counts.
	inTurnBy: ({ calendar: { value } }) => value,
	async run({ calendar: chosen, name, color }, { graph }) {
		const path = calendarPath(await resolveCalendar(graph, chosen));
		const updated = await graph.patch(path, { name, color }, calendarShape);
		return [{ json: toCalendarJson(updated) }];
	},
});

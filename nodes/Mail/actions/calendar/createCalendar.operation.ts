import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { CALENDAR_COLORS, calendarShape, toCalendarJson } from '../../calendar/calendars';
import { calendarColorField } from '../../fields/calendar';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-calendars */
export const createCalendar = defineMailOperation({
	id: 'createCalendar',
	label: 'Create Calendar',
	action: 'Create a calendar in the mailbox by name and color',
	summary: 'Add a calendar to the mailbox',
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Projects',
			description: 'Name of the new calendar',
		},
		calendarColorField,
	],
	input: z.object({ name: requiredText, color: z.enum(CALENDAR_COLORS).default('auto') }),
	async run({ name, color }, { graph }) {
		const made = await graph.post(mailPath`/calendars`, { name, color }, calendarShape);
		return [{ json: toCalendarJson(made) }];
	},
});

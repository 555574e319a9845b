import { z } from 'zod';
import { optionalText, requiredLocator } from '../../../shared/inputSchemas';
import {
	CALENDAR_COLORS,
	calendarPath,
	calendarShape,
	resolveCalendar,
	toCalendarJson,
} from '../../calendar/calendars';
import { calendarColorField, calendarField } from '../../fields/calendar';
import { defineMailOperation } from '../../operation';
import { choice } from '../../schemas/choice';

/** @see https://learn.microsoft.com/graph/api/calendar-update */
export const updateCalendar = defineMailOperation({
	id: 'updateCalendar',
	label: 'Update Calendar',
	action: 'Rename a calendar of the mailbox or give it another color',
	summary: 'Rename a calendar, or give it another color',
	fields: [
		calendarField,
		{
			displayName: 'New Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Projects',
			description: 'Leave empty to keep the name',
		},
		{
			...calendarColorField,
			options: [{ name: 'Leave as It Is', value: 'unchanged' }, ...calendarColorField.options].sort(
				(one, other) => one.name.localeCompare(other.name),
			),
			default: 'unchanged',
		},
	],
	input: z.object({
		calendar: requiredLocator,
		name: optionalText,
		color: choice(CALENDAR_COLORS),
	}),
	rules: [
		{
			holds: ({ name, color }) => name !== undefined || color !== undefined,
			field: 'name',
			message: 'give a new name or a color: there is nothing to change',
		},
	],
	async run({ calendar, name, color }, { graph }) {
		const path = calendarPath(await resolveCalendar(graph, calendar));
		const changed = await graph.patch(path, { name, color }, calendarShape);
		return [{ json: toCalendarJson(changed) }];
	},
});

import { z } from 'zod';
import { requiredLocator } from '../../../shared/inputSchemas';
import { calendarPath, resolveCalendar } from '../../calendar/calendars';
import { calendarField } from '../../fields/calendar';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/calendar-delete */
export const deleteCalendar = defineMailOperation({
	id: 'deleteCalendar',
	label: 'Delete Calendar',
	action: 'Delete a calendar of the mailbox and all events in it',
	summary: 'Delete a calendar with all its events; not the default calendar',
	fields: [calendarField],
	input: z.object({ calendar: requiredLocator }),
	async run({ calendar }, { graph }) {
		const id = await resolveCalendar(graph, calendar);
		await graph.request({ method: 'DELETE', path: calendarPath(id) });
		return [{ json: { id, deleted: true } }];
	},
});

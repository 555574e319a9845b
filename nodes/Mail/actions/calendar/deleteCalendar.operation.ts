import { deletedItem } from '../../../shared/step/outputs';
import { resolveCalendar } from '../../calendar/calendars';
import { calendar } from '../../fields/calendar';
import { deleteOnce } from '../../graph/deleteOnce';
import { calendarPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/calendar-delete */
export const deleteCalendar = defineMailOperation({
	label: 'Delete Calendar',
	action: 'Delete a calendar and its events',
	summary: 'Delete a calendar with all its events; not the default calendar',
	returns: 'the ID, and that it was deleted',
	toolText:
		'All its events are gone with it. Attendees may not be told: call your meetings off first, with Cancel Event.',
	permission: ['Calendars.ReadWrite'],
	effects: ['deleteCalendar'],
	output: deletedItem,
	fields: [calendar],
	// Another call of the same time, by its name or ID, would find it in Deleted Items.
	inTurnBy: () => 'calendars',
	async run({ calendar: chosen }, { graph }) {
		const id = await resolveCalendar(graph, chosen);
		await deleteOnce(graph, calendarPath(id));
		return [{ json: { id, deleted: true } }];
	},
});

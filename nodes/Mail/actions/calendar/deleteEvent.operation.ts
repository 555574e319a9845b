import { deletedItem } from '../../../shared/step/outputs';
import { eventId } from '../../fields/event';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/event-delete */
export const deleteEvent = defineMailOperation({
	label: 'Delete Event',
	action: 'Delete an event',
	summary:
		'Delete an event; attendees of a meeting that you organize get a cancellation without text',
	returns: 'the ID, and that it was deleted',
	toolText:
		'Attendees of your own meeting are notified immediately. Use Cancel Event to say why, and Respond to Event to decline a meeting of others. The ID of a series deletes all of it.',
	permission: ['Calendars.ReadWrite'],
	effects: ['deleteEvent'],
	output: deletedItem,
	fields: [eventId],
	async run({ eventId: id }, { graph }) {
		// Unlike a contact's, the ID of an event that is deleted leads nowhere (fact: event-gone).
		await deleteOnce(graph, mailPath`/events/${id}`, { repeatable: true });
		return [{ json: { id, deleted: true } }];
	},
});

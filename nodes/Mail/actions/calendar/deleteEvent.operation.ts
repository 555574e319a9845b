import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { eventIdField } from '../../fields/eventId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/event-delete */
export const deleteEvent = defineMailOperation({
	id: 'deleteEvent',
	label: 'Delete Event',
	action: 'Delete a calendar event by ID and cancel it for its attendees',
	summary: 'Delete an event; attendees of an own meeting get a cancellation without text',
	fields: [eventIdField],
	input: z.object({ eventId: requiredText }),
	async run({ eventId }, { graph }) {
		await graph.request({ method: 'DELETE', path: mailPath`/events/${eventId}` });
		return [{ json: { id: eventId, deleted: true } }];
	},
});

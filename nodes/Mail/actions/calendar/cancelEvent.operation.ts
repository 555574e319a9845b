import { z } from 'zod';
import { explain } from '../../../shared/failures';
import { field } from '../../../shared/field';
import { optionalText } from '../../../shared/inputSchemas';
import { eventId } from '../../fields/event';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

const HINT =
	'Only the organizer can cancel a meeting. Use Respond to Event to decline an invitation, or Delete Event to take it off the calendar.';

/** @see https://learn.microsoft.com/graph/api/event-cancel */
export const cancelEvent = defineMailOperation({
	id: 'cancelEvent',
	label: 'Cancel Event',
	action: 'Cancel a meeting and notify at once',
	summary: 'Cancel a meeting that the account organized, with a text for the attendees',
	returns: 'the ID, and that it was cancelled',
	permission: ['Calendars.ReadWrite'],
	output: z.object({ cancelled: z.literal(true), id: z.string() }),
	fields: [
		eventId,
		field(
			{
				displayName: 'Comment',
				name: 'comment',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				placeholder: 'e.g. We meet next week instead',
				description: 'Text for the attendees. Leave empty for none.',
			},
			optionalText,
		),
	],
	async run({ eventId: id, comment }, { graph }) {
		const path = mailPath`/events/${id}/cancel`;
		await graph
			.request({ method: 'POST', path, body: { comment } })
			.catch(explain({ rejected: HINT }));
		return [{ json: { id, cancelled: true } }];
	},
});

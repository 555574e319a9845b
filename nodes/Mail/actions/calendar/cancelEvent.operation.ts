import { z } from 'zod';
import { explain } from '../../../shared/http/failures';
import { checkModelComment } from '../../email/modelText';
import { eventComment, eventId } from '../../fields/event';
import { deleteOnce } from '../../graph/deleteOnce';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

const HINT =
	'Only the organizer can cancel a meeting. Use Respond to Event to decline an invitation, or Delete Event to take it off the calendar.';

/** @see https://learn.microsoft.com/graph/api/event-cancel */
export const cancelEvent = defineMailOperation({
	label: 'Cancel Event',
	action: 'Cancel a meeting',
	summary: 'Cancel a meeting that the account organized, with a text for the attendees',
	returns: 'the ID, and that it was cancelled',
	toolText:
		'Attendees are notified immediately, with your text. Only the organizer can: decline another meeting with Respond to Event. Without attendees use Delete Event.',
	permission: ['Calendars.ReadWrite'],
	effects: ['cancelEvent'],
	output: z.object({ cancelled: z.literal(true), id: z.string() }),
	fields: [eventId, eventComment('Text for the attendees.', 'e.g. We meet next week instead')],
	// The text of the first one is sent. One with another text fails: nobody gets that.
	inTurnBy: ({ eventId: id }) => id,
	async run({ eventId: id, comment = '' }, context) {
		checkModelComment(context, comment);
		const asked = { method: 'POST', body: { comment } } as const;
		await deleteOnce(context.graph, mailPath`/events/${id}/cancel`, asked).catch(
			explain({ rejected: HINT }),
		);
		return [{ json: { id, cancelled: true } }];
	},
});

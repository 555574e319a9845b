import { z } from 'zod';
import { explain } from '../../../shared/http/failures';
import { changed } from '../../../shared/step/field';
import { checkModelComment } from '../../email/modelText';
import { eventComment, eventId } from '../../fields/event';
import { to } from '../../fields/recipients';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

const HINT =
	'Only its organizer and its attendees can forward a meeting. The clouds of the US government forward no events.';

/** @see https://learn.microsoft.com/graph/api/event-forward */
export const forwardEvent = defineMailOperation({
	label: 'Forward Event',
	action: 'Forward an event',
	summary: 'Forward a meeting to more people; as an attendee, its organizer is told',
	returns: 'the ID, and that it was forwarded',
	toolText:
		'It leaves immediately, and the organizer of a meeting of somebody else is told. To invite people to your own meeting use Update Event.',
	permission: ['Calendars.Read'],
	effects: ['forwardEvent'],
	output: z.object({ forwarded: z.literal(true), id: z.string() }),
	fields: [
		eventId,
		changed(to, { required: true }),
		eventComment('Text above the invitation.', 'e.g. Can you take part for me?'),
	],
	rules: [{ holds: ({ to }) => to.length > 0, field: 'to', message: 'is required' }],
	// What is forwarded is as the call before left it.
	inTurnBy: ({ eventId: id }) => id,
	async run({ eventId: id, to: toRecipients, comment = '' }, context) {
		checkModelComment(context, comment);
		const path = mailPath`/events/${id}/forward`;
		await context.graph
			.request({ method: 'POST', path, body: { toRecipients, comment } })
			.catch(explain({ rejected: HINT }));
		return [{ json: { id, forwarded: true } }];
	},
});

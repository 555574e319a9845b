import { z } from 'zod';
import { optionalText, requiredText } from '../../../shared/inputSchemas';
import { answerInvitation } from '../../calendar/invitations';
import { eventIdField } from '../../fields/eventId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/event-cancel */
export const cancelEvent = defineMailOperation({
	id: 'cancelEvent',
	label: 'Cancel Event',
	action: 'Cancel a meeting as its organizer and tell the attendees why',
	summary: 'Cancel a meeting that the account organized, with a text for the attendees',
	fields: [
		eventIdField,
		{
			displayName: 'Comment',
			name: 'comment',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. We meet next week instead',
			description: 'Text for the attendees. Leave empty for none.',
		},
	],
	input: z.object({ eventId: requiredText, comment: optionalText }),
	async run({ eventId, comment }, { graph }) {
		await answerInvitation(graph, eventId, 'cancel', { comment });
		return [{ json: { id: eventId, cancelled: true } }];
	},
});

import { z } from 'zod';
import { optionalFlag, optionalText, requiredText } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { readEventTimes, toTimeProperties } from '../../calendar/eventTimes';
import { answerInvitation } from '../../calendar/invitations';
import { eventIdField } from '../../fields/eventId';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { timeZoneInput } from '../../schemas/timeZone';

/** @see https://learn.microsoft.com/graph/api/event-accept */
export const respondToEvent = defineMailOperation({
	id: 'respondToEvent',
	label: 'Respond to Event',
	action: 'Accept or tentatively accept or decline a meeting invitation by event ID',
	summary: 'Accept, tentatively accept or decline an invitation',
	fields: [
		eventIdField,
		{
			displayName: 'Response',
			name: 'response',
			type: 'options',
			options: [
				{ name: 'Accept', value: 'accept' },
				{ name: 'Decline', value: 'decline' },
				{ name: 'Tentatively Accept', value: 'tentativelyAccept' },
			],
			default: 'accept',
			description: 'The answer: accept, decline or tentativelyAccept',
		},
		{
			displayName: 'Comment',
			name: 'comment',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. I will be ten minutes late',
			description: 'Text for the organizer. Leave empty for none.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Another time to propose, and whether the organizer is told',
			options: [
				{
					displayName: 'Proposed End',
					name: 'proposedEnd',
					type: 'dateTime',
					default: '',
					description: 'End of the time to propose instead; an hour after its start when empty',
				},
				{
					displayName: 'Proposed Start',
					name: 'proposedStart',
					type: 'dateTime',
					default: '',
					description:
						'Start of the time to propose instead, when declining or tentatively accepting; the organizer may have ruled it out',
				},
				{
					displayName: 'Send Response',
					name: 'sendResponse',
					type: 'boolean',
					default: true,
					description: 'Whether the organizer gets the answer by email',
				},
				timeZoneField,
			],
		},
	],
	input: z.object({
		eventId: requiredText,
		response: z.enum(['accept', 'decline', 'tentativelyAccept']),
		comment: optionalText,
		options: z.object({
			proposedEnd: moment.pipe(z.string().optional()),
			proposedStart: moment.pipe(z.string().optional()),
			sendResponse: optionalFlag.transform((given) => given ?? true),
			timeZone: timeZoneInput,
		}),
	}),
	rules: [
		{
			holds: ({ response, options }) => !options.proposedStart || response !== 'accept',
			field: 'response',
			message: 'another time can only be proposed when declining or tentatively accepting',
		},
		{
			holds: ({ options }) => !options.proposedStart || options.sendResponse,
			field: 'options',
			message: 'another time can only be proposed with Send Response switched on',
		},
		{
			holds: ({ options }) => !options.proposedEnd || options.proposedStart !== undefined,
			field: 'options',
			message: 'Proposed End needs Proposed Start',
		},
	],
	async run({ eventId, response, comment, options }, { graph, timeZone }) {
		const { proposedStart: start, proposedEnd: end, sendResponse } = options;
		const zone = options.timeZone ?? timeZone;
		const proposed = start && toTimeProperties(readEventTimes({ start, end, allDay: false }, zone));
		await answerInvitation(graph, eventId, response, {
			comment,
			sendResponse,
			...(proposed && { proposedNewTime: { start: proposed.start, end: proposed.end } }),
		});
		return [{ json: { id: eventId, response, organizerTold: sendResponse } }];
	},
});

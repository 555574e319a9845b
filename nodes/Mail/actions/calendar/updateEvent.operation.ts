import { z } from 'zod';
import { flag, optionalFlag, requiredText } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { findAttachments } from '../../attachments/chosenAttachments';
import { eventQuery, outputOfOne, toEventJson } from '../../calendar/event';
import { updateEvent as update } from '../../calendar/patchEvent';
import { attachmentsField, otherAttachmentsField } from '../../fields/attachments';
import {
	attendeesField,
	eventBodyField,
	eventEndField,
	eventOptionFields,
	eventStartField,
	eventSubjectField,
	locationField,
} from '../../fields/event';
import { eventIdField } from '../../fields/eventId';
import { simplifyField } from '../../fields/output';
import { recurrenceField } from '../../fields/recurrence';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { eventInput, eventOptionsInput } from '../../schemas/event';

/** @see https://learn.microsoft.com/graph/api/event-update */
export const updateEvent = defineMailOperation({
	id: 'updateEvent',
	label: 'Update Event',
	action: 'Update a calendar event by ID and tell its attendees at once',
	summary: 'Change an event; attendees are told at once',
	fields: [
		eventIdField,
		{ ...eventSubjectField, description: 'New title of the event. Leave empty to keep it.' },
		{
			...eventStartField,
			description:
				'New start, such as 2026-03-02T10:00, or first day of an all-day event. Without End the event keeps its length. Leave empty to keep it.',
		},
		{
			...eventEndField,
			description:
				'New end, such as 2026-03-02T11:00, or last day of an all-day event. Leave empty to keep it.',
		},
		{
			...attendeesField,
			description:
				'Email addresses to invite beside the present attendees, with commas between them; see Attendee Change in the options to replace or remove',
		},
		{ ...locationField, description: 'New location as text. Leave empty to keep it.' },
		{
			...eventBodyField,
			description: 'New text of the event, plain or HTML. Leave empty to keep it.',
		},
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Attendees, recurrence, reminder, attachments and others',
			options: [
				{
					displayName: 'All Day',
					name: 'allDay',
					type: 'boolean',
					default: true,
					description: 'Whether the event lasts whole days',
				},
				eventOptionFields.allowNewTimeProposals,
				attachmentsField,
				{
					displayName: 'Attendee Change',
					name: 'attendeeChange',
					type: 'options',
					options: [
						{ name: 'Add', value: 'add', description: 'The present attendees stay' },
						{ name: 'Remove', value: 'remove', description: 'They are told that it is cancelled' },
						{ name: 'Replace', value: 'replace', description: 'Only those named are left' },
					],
					default: 'add',
					description: 'What happens with the attendees that are named here',
				},
				eventOptionFields.bodyFormat,
				eventOptionFields.hideAttendees,
				eventOptionFields.importance,
				eventOptionFields.labels,
				{
					displayName: 'Online Meeting',
					name: 'onlineMeeting',
					type: 'boolean',
					default: true,
					description:
						'Whether to make the event an online meeting (Teams); one that is made stays one',
				},
				eventOptionFields.optionalAttendees,
				otherAttachmentsField,
				recurrenceField,
				eventOptionFields.reminder,
				eventOptionFields.requestResponses,
				eventOptionFields.rooms,
				eventOptionFields.sensitivity,
				eventOptionFields.showAs,
				timeZoneField,
			],
		},
	],
	input: z.object({
		...eventInput,
		eventId: requiredText,
		start: moment.pipe(z.string().optional()),
		simplify: flag,
		options: z.object({
			...eventOptionsInput,
			allDay: optionalFlag,
			attendeeChange: z.enum(['add', 'replace', 'remove']).default('add'),
			onlineMeeting: optionalFlag,
		}),
	}),
	key: ({ eventId }) => eventId,
	async run(input, context) {
		const { eventId, start, end, simplify, options } = input;
		const zone = options.timeZone ?? context.timeZone;
		const output = outputOfOne(simplify, zone);
		const changed = await update(context, {
			eventId,
			form: input,
			start,
			end,
			allDay: options.allDay,
			zone,
			keepsZone: options.timeZone === undefined,
			attendeeChange: options.attendeeChange,
			onlineMeeting: options.onlineMeeting,
			sources: await findAttachments(context, options),
			prefer: eventQuery(output).prefer,
		});
		return [{ json: toEventJson(changed, output) }];
	},
});

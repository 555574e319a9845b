import { z } from 'zod';
import { flag, optionalLocator, optionalText } from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { findAttachments } from '../../attachments/chosenAttachments';
import { resolveCalendar } from '../../calendar/calendars';
import { eventQuery, outputOfOne, toEventJson } from '../../calendar/event';
import { MAX_ATTENDEES, toAttendees, toEventProperties } from '../../calendar/eventForm';
import { readEventTimes, toTimeProperties } from '../../calendar/eventTimes';
import { onlineMeeting } from '../../calendar/onlineMeeting';
import { createEvent as create } from '../../calendar/postEventOnce';
import { toRecurrence } from '../../calendar/recurrence';
import { createTransactionId } from '../../calendar/transactionId';
import { attachmentsField, otherAttachmentsField } from '../../fields/attachments';
import { optionalCalendarField } from '../../fields/calendar';
import {
	attendeesField,
	eventBodyField,
	eventEndField,
	eventOptionFields,
	eventStartField,
	eventSubjectField,
	locationField,
} from '../../fields/event';
import { simplifyField } from '../../fields/output';
import { recurrenceField } from '../../fields/recurrence';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { eventInput, eventOptionsInput } from '../../schemas/event';

/** @see https://learn.microsoft.com/graph/api/user-post-events */
export const createEvent = defineMailOperation({
	id: 'createEvent',
	label: 'Create Event',
	action: 'Create a calendar event and invite its attendees by email at once',
	summary: 'Create an event; attendees get their invitation at once',
	fields: [
		eventSubjectField,
		{ ...eventStartField, required: true },
		eventEndField,
		{
			displayName: 'All Day',
			name: 'allDay',
			type: 'boolean',
			default: false,
			description: 'Whether the event lasts whole days, from the day of Start to the day of End',
		},
		attendeesField,
		locationField,
		eventBodyField,
		{
			displayName: 'Online Meeting',
			name: 'onlineMeeting',
			type: 'boolean',
			default: false,
			description: 'Whether to make an online meeting (Teams) with a link to join',
		},
		optionalCalendarField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Recurrence, reminder, rooms, attachments and others',
			options: [
				eventOptionFields.allowNewTimeProposals,
				attachmentsField,
				eventOptionFields.bodyFormat,
				eventOptionFields.hideAttendees,
				eventOptionFields.importance,
				eventOptionFields.labels,
				eventOptionFields.optionalAttendees,
				otherAttachmentsField,
				recurrenceField,
				eventOptionFields.reminder,
				eventOptionFields.requestResponses,
				eventOptionFields.rooms,
				eventOptionFields.sensitivity,
				eventOptionFields.showAs,
				timeZoneField,
				{
					displayName: 'Transaction ID',
					name: 'transactionId',
					type: 'string',
					default: '',
					placeholder: 'e.g. order-4711',
					description:
						'Text of your own that stands for this event: asking again with the same text makes no second event. When empty, this holds within one run of the workflow.',
				},
			],
		},
	],
	input: z.object({
		...eventInput,
		start: moment.pipe(z.string({ required_error: 'is required' })),
		allDay: flag,
		onlineMeeting: flag,
		calendar: optionalLocator,
		simplify: flag,
		options: z.object({ ...eventOptionsInput, transactionId: optionalText }),
	}),
	rules: [
		{
			holds: (input) => toAttendees(input).length <= MAX_ATTENDEES,
			field: 'attendees',
			message: `an event has at most ${MAX_ATTENDEES} attendees`,
		},
	],
	async run(input, context) {
		const { options } = input;
		const zone = options.timeZone ?? context.timeZone;
		const times = readEventTimes(input, zone);
		const attendees = toAttendees(input);
		const sources = await findAttachments(context, options);
		const calendarId = await resolveCalendar(context.graph, input.calendar);
		const properties = {
			...toEventProperties(input),
			...toTimeProperties(times),
			...(options.recurrence && { recurrence: toRecurrence(options.recurrence, times) }),
			...(input.onlineMeeting && (await onlineMeeting(context.graph, calendarId))),
		};
		const asked = { calendarId, properties, attendees };
		const transactionId =
			options.transactionId ?? (await createTransactionId(context.runKey(), asked));
		const output = outputOfOne(input.simplify, zone);
		const made = await create(context, {
			...asked,
			properties: { ...properties, transactionId },
			sources,
			prefer: eventQuery(output).prefer,
		});
		const withoutLink = input.onlineMeeting && !made.event.isOnlineMeeting;
		const note = 'The account has no online meetings: the event was made without a link to join.';
		return [{ json: { ...toEventJson(made, output), ...(withoutLink && { note }) } }];
	},
});

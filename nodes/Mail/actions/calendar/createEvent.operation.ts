import { z } from 'zod';
import { changed, collection, field } from '../../../shared/field';
import { flag, optionalText } from '../../../shared/inputSchemas';
import { requiredMoment } from '../../../shared/moments';
import { findAttachments } from '../../attachments/chosenAttachments';
import { MAX_ATTENDEES } from '../../calendar/attendees';
import { resolveCalendar } from '../../calendar/calendars';
import { eventIds, eventKeys, eventQuery, outputOfOne, toEventJson } from '../../calendar/event';
import { checkModelTimes, readEventTimes, toTimeProperties } from '../../calendar/eventTimes';
import { onlineMeeting } from '../../calendar/onlineMeeting';
import { postEventOnce } from '../../calendar/postEventOnce';
import { createTransactionId } from '../../calendar/transactionId';
import { checkModelText } from '../../email/modelText';
import { optionalCalendar } from '../../fields/calendar';
import {
	eventAttendees,
	eventBody,
	eventEnd,
	eventLocation,
	eventStart,
	eventSubject,
} from '../../fields/event';
import { eventOptions, toEventAttendees, toEventProperties } from '../../fields/eventOptions';
import { simplify } from '../../fields/output';
import { toRecurrence } from '../../fields/recurrence';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-events */
export const createEvent = defineMailOperation({
	id: 'createEvent',
	label: 'Create Event',
	action: 'Create an event and invite at once',
	summary: 'Create an event; attendees get their invitation at once',
	returns: 'the event, small and flat, times in the asked zone',
	permission: ['Calendars.ReadWrite'],
	output: z.object({ ...eventKeys, note: z.string().optional(), ...eventIds }),
	fields: [
		eventSubject,
		changed(eventStart, { required: true }, requiredMoment),
		eventEnd,
		field(
			{
				displayName: 'All Day',
				name: 'allDay',
				type: 'boolean',
				default: false,
				description: 'Whether the event lasts whole days, from the day of Start to the day of End',
			},
			flag,
		),
		eventAttendees,
		eventLocation,
		eventBody,
		field(
			{
				displayName: 'Online Meeting',
				name: 'onlineMeeting',
				type: 'boolean',
				default: false,
				description: 'Whether to make an online meeting (Teams) with a link to join',
			},
			flag,
		),
		optionalCalendar,
		simplify,
		collection(
			{
				displayName: 'Options',
				name: 'options',
				placeholder: 'Add Option',
				description: 'Recurrence, reminder, rooms, attachments and others',
			},
			[
				...eventOptions,
				field(
					{
						displayName: 'Transaction ID',
						name: 'transactionId',
						type: 'string',
						default: '',
						placeholder: 'e.g. order-4711',
						description:
							'Text of your own that stands for this event: asking again with the same text makes no second event. When empty, this holds within one run of the workflow.',
					},
					optionalText,
				),
			],
		),
	],
	rules: [
		{
			holds: (input) => toEventAttendees(input).length <= MAX_ATTENDEES,
			field: 'attendees',
			message: `an event has at most ${MAX_ATTENDEES} attendees`,
		},
	],
	async run(input, context) {
		const { options } = input;
		const zone = await localZone(context, options.timeZone, [input.start, input.end]);
		checkModelTimes(context, input, zone);
		checkModelText(context, input.body, options.bodyFormat, 'body');
		const times = readEventTimes(input, zone);
		const attendees = toEventAttendees(input);
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
		const made = await postEventOnce(context, {
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

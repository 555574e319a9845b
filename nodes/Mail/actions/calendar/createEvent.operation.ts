import { z } from 'zod';
import { narrowing, optionsOf, required } from '../../../shared/step/field';
import { text, toggle } from '../../../shared/step/fieldKinds';
import { findAttachments } from '../../attachments/chosenAttachments';
import { MAX_ATTENDEES } from '../../calendar/attendees';
import { resolveCalendar } from '../../calendar/calendars';
import { eventIds, eventKeys, eventQuery, outputOfOne, toEventJson } from '../../calendar/event';
import type { EventProperties } from '../../calendar/eventProperties';
import { checkModelTimes, readEventTimes, toTimeProperties } from '../../calendar/eventTimes';
import { onlineMeeting, withLink } from '../../calendar/onlineMeeting';
import { createTransactionId, postEventOnce } from '../../calendar/postEventOnce';
import { checkModelText } from '../../email/modelText';
import { optionalCalendar } from '../../fields/calendar';
import {
	eventAttendees,
	eventBody,
	eventEnd,
	eventLabels,
	eventLocation,
	eventStart,
	eventSubject,
} from '../../fields/event';
import { newEventOptions, toEventAttendees, toEventProperties } from '../../fields/eventOptions';
import { simplify } from '../../fields/output';
import { toRecurrence } from '../../fields/recurrence';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-events */
export const createEvent = defineMailOperation({
	label: 'Create Event',
	action: 'Create an event',
	summary: 'Create an event and invite its attendees immediately',
	returns: 'the event, small and flat',
	toolText: 'An overlap is no error: use Check Availability first.',
	permission: ['Calendars.ReadWrite'],
	effects: ['createEvent', 'updateEvent', 'attachToEvent', 'finishEvent'],
	output: z.object({ ...eventKeys, note: z.string().optional(), ...eventIds }),
	fields: [
		eventSubject,
		required(eventStart),
		narrowing(eventEnd),
		toggle(
			'allDay',
			'All Day',
			'Whether the event lasts whole days, from the day of Start to the day of End',
			{ byModel: 'Whether it lasts whole days' },
		),
		narrowing(eventAttendees),
		eventLocation,
		eventBody,
		toggle(
			'onlineMeeting',
			'Online Meeting',
			'Whether to make an online meeting (Teams) with a link to join',
			{ byModel: 'Whether to make a Teams meeting with a link' },
		),
		optionalCalendar,
		simplify,
		optionsOf('Recurrence, reminder, rooms, attachments and others', [
			...newEventOptions,
			eventLabels,
			text(
				'transactionId',
				'Transaction ID',
				'Text of your own that identifies this event: asking again with the same text makes no second event. When empty, this holds within one run of the workflow.',
				{ placeholder: 'e.g. order-4711', narrows: true },
			),
		]),
	],
	rules: [
		{
			holds: (input) => toEventAttendees(input).length <= MAX_ATTENDEES,
			field: 'attendees',
			message: `an event has at most ${MAX_ATTENDEES} attendees`,
		},
	],
	// Who finds the event of another that is not finished yet would attach and invite a second time.
	inTurnBy: ({ options }) => options.transactionId,
	async run(input, context) {
		const { options } = input;
		checkModelText(context, input.body, options.bodyFormat, 'body');
		const zone = await localZone(context, options.timeZone, [input.start, input.end], true);
		checkModelTimes(context, input, zone);
		const times = readEventTimes(input, zone);
		const attendees = toEventAttendees(input);
		const sources = await findAttachments(context, options);
		const calendarId = await resolveCalendar(context.graph, input.calendar);
		const properties: EventProperties = {
			...toEventProperties(input),
			...toTimeProperties(times),
			recurrence: options.recurrence && toRecurrence(options.recurrence, times),
			...(input.onlineMeeting && (await onlineMeeting(context.graph, calendarId))),
		};
		const asked = { calendarId, properties, attendees };
		const transactionId =
			options.transactionId ?? (await createTransactionId(context.runKey(), asked));
		const output = outputOfOne(input.simplify, zone, context.notices.forModel);
		const { prefer } = eventQuery(output);
		const made = await postEventOnce(context, {
			...asked,
			properties: { ...properties, transactionId },
			sources,
			prefer,
		});
		if (!input.onlineMeeting) return [{ json: await toEventJson(made, output) }];
		const { found, note } = await withLink(context, made, { calendarId, prefer });
		return [{ json: { ...(await toEventJson(found, output)), ...(note && { note }) } }];
	},
});

import { z } from 'zod';
import { byModel, changed, optionsOf } from '../../../shared/step/field';
import { choice, optionalToggle } from '../../../shared/step/fieldKinds';
import { findAttachments } from '../../attachments/chosenAttachments';
import { noticesOf } from '../../calendar/changedNotices';
import { eventIds, eventKeys, eventQuery, outputOfOne, toEventJson } from '../../calendar/event';
import { emptyEvent } from '../../calendar/eventProperties';
import { checkModelTimes } from '../../calendar/eventTimes';
import { withLink } from '../../calendar/onlineMeeting';
import { patchEvent } from '../../calendar/patchEvent';
import { checkModelText } from '../../email/modelText';
import { emptied, isOneOfBoth, NOT_BOTH } from '../../fields/emptied';
import {
	eventAttendees,
	eventBody,
	eventEnd,
	eventId,
	eventLabels,
	eventLocation,
	eventStart,
	eventSubject,
} from '../../fields/event';
import { eventOptions, toEventAttendees, toEventProperties } from '../../fields/eventOptions';
import { simplify } from '../../fields/output';
import { toRecurrence } from '../../fields/recurrence';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

const SO_ALREADY = 'The event was so already: nothing was written, and nobody was told.';

/** @see https://learn.microsoft.com/graph/api/event-update */
export const updateEvent = defineMailOperation({
	label: 'Update Event',
	action: 'Update an event',
	summary: 'Change an event and notify its attendees immediately',
	returns: 'the event, small and flat',
	toolText:
		'What is left empty stays. The ID of a series changes all of it. Use Respond to Event to decline.',
	permission: ['Calendars.ReadWrite'],
	effects: ['updateEvent', 'attachToEvent'],
	output: z.object({ ...eventKeys, note: z.string().optional(), ...eventIds }),
	fields: [
		eventId,
		byModel(
			changed(eventSubject, { description: 'New title of the event. Leave empty to keep it.' }),
			'New title',
		),
		changed(eventStart, {
			description:
				'New start, such as 2026-03-02T10:00, or first day of an all-day event. Without End the event keeps its length. New times of a series bring back its deleted days. Leave empty to keep it.',
			byModel: 'As 2026-03-02T10:00; of a series its first day',
		}),
		changed(eventEnd, {
			description:
				'New end, such as 2026-03-02T11:00, or last day of an all-day event. Leave empty to keep it.',
			byModel: 'As Start; empty keeps the length',
		}),
		changed(eventAttendees, {
			description:
				'Email addresses to invite too, comma-separated. To replace or remove attendees, use List Change in the options.',
			byModel: 'Email addresses to invite as well',
		}),
		byModel(
			changed(eventLocation, { description: 'New location as text. Leave empty to keep it.' }),
			'New place',
		),
		changed(eventBody, {
			description: 'New text of the event, plain or HTML. Leave empty to keep it.',
			byModel: 'New text, plain or HTML',
		}),
		simplify,
		optionsOf('Attendees, recurrence, reminder, attachments and others', [
			...eventOptions,
			changed(eventLabels, {
				description:
					'Labels (categories) to give it too, comma-separated. To replace or remove labels, use List Change.',
			}),
			emptied([eventBody, eventLabels, eventLocation]),
			optionalToggle('allDay', 'All Day', 'Whether the event lasts whole days'),
			choice(
				'attendeeChange',
				'List Change',
				'What happens with the attendees and labels that are named here',
				{
					options: {
						add: { name: 'Add', description: 'The present ones stay' },
						remove: { name: 'Remove', description: 'Attendees are told that it is cancelled' },
						replace: { name: 'Replace', description: 'Only those named are left' },
					},
					default: 'add',
					narrows: true,
				},
			),
			optionalToggle(
				'onlineMeeting',
				'Online Meeting',
				'Whether to make the event an online meeting (Teams); one that is made stays one',
			),
		]),
	],
	rules: [
		{ holds: ({ options, ...input }) => isOneOfBoth({ ...input, ...options }), message: NOT_BOTH },
	],
	inTurnBy: (input) => input.eventId,
	async run(input, context) {
		const { options, start, end } = input;
		const { notices } = context;
		const { recurrence, allDay, onlineMeeting } = options;
		checkModelText(context, input.body, options.bodyFormat, 'body');
		const findZone = async () => await localZone(context, options.timeZone, [start, end], true);
		const outputIn = (zone: string) => outputOfOne(input.simplify, zone, notices.forModel);
		const preferIn = (zone: string) => eventQuery(outputIn(zone)).prefer;
		const updated = await patchEvent(context, {
			eventId: input.eventId,
			properties: { ...emptyEvent(options.emptied), ...toEventProperties(input) },
			start,
			end,
			allDay,
			findZone,
			checkTimes: (times, zone) => checkModelTimes(context, times, zone),
			keepsZone: options.timeZone === undefined,
			recurrence: recurrence && ((times) => toRecurrence(recurrence, times)),
			attendees: toEventAttendees(input),
			listChange: options.attendeeChange,
			onlineMeeting,
			sources: await findAttachments(context, options),
			preferIn,
		});
		const zone = await findZone();
		const { found, note } = onlineMeeting
			? await withLink(context, updated, { prefer: preferIn(zone) })
			: { found: updated, note: undefined };
		const results = [
			{ json: { ...(await toEventJson(found, outputIn(zone))), ...(note && { note }) } },
		];
		if (updated.isUnchanged) return notices.cut(results, SO_ALREADY);
		const { subject, location, body, attendees } = input;
		const taken = options.emptied.filter((name) => name !== 'labels');
		const given = [subject, location, body, start, end, recurrence, allDay];
		const ofAll = [...given, ...attendees, ...taken];
		const isOfAll = ofAll.some((one) => one !== undefined && one !== '');
		const isMoved = (start ?? end) !== undefined;
		return notices.cut(results, ...noticesOf(updated.event, { isOfAll, isMoved }, notices));
	},
});

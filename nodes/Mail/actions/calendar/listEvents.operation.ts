import { z } from 'zod';
import {
	flag,
	limitOf,
	optionalLocator,
	optionalText,
	returnAllAndLimit,
} from '../../../shared/inputSchemas';
import { moment } from '../../../shared/moments';
import { knownCalendars, resolveCalendar } from '../../calendar/calendars';
import { viewCalendars } from '../../calendar/calendarView';
import { eventQuery, toEventJson } from '../../calendar/event';
import { createEventMatch } from '../../calendar/eventMatch';
import { readRange } from '../../calendar/range';
import { optionalCalendarField } from '../../fields/calendar';
import { eventOutputFields } from '../../fields/eventOutput';
import { simplifyField } from '../../fields/output';
import { rangeEndField, rangeStartField } from '../../fields/range';
import { returnAllFields } from '../../fields/returnAll';
import { timeZoneField } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';
import { eventOutputInput, toEventOutput } from '../../schemas/eventOutput';

/** Characters of a description in a list: 25 events stay under 30,000 characters for a language model. */
const LISTED_BODY_LENGTH = 300;
/** How far the list reaches when no end is given, in days. */
const USUAL_DAYS = 7;

/** @see https://learn.microsoft.com/graph/api/user-list-calendarview */
export const listEvents = defineMailOperation({
	id: 'listEvents',
	label: 'List Events',
	action: 'List calendar events between two times with each occurrence by itself',
	summary: 'List what is on between two times, recurring events by their occurrences',
	fields: [
		{ ...rangeStartField, description: `${rangeStartField.description}. Leave empty for now.` },
		{
			...rangeEndField,
			description: `${rangeEndField.description}. Leave empty for ${USUAL_DAYS} days after Start.`,
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. review',
			description: 'Only events with this text in subject, location or description preview',
		},
		{
			displayName: 'Attendee',
			name: 'attendee',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@contoso.com or Ann',
			description:
				'Only events with this attendee or organizer, by address, domain or part of the name',
		},
		{
			displayName: 'All Calendars',
			name: 'allCalendars',
			type: 'boolean',
			default: false,
			description: 'Whether to list the events of all calendars of the mailbox',
		},
		{ ...optionalCalendarField, displayOptions: { show: { allCalendars: [false] } } },
		...returnAllFields,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'What is returned of each event',
			options: [
				eventOutputFields.body,
				eventOutputFields.fields,
				eventOutputFields.maxBodyLength,
				timeZoneField,
			],
		},
	],
	input: z.object({
		start: moment,
		end: moment,
		text: optionalText,
		attendee: optionalText,
		allCalendars: flag,
		calendar: optionalLocator,
		...returnAllAndLimit,
		simplify: flag,
		options: z.object(eventOutputInput),
	}),
	async run(input, { graph, notices, now, timeZone }) {
		const { maxBodyLength = LISTED_BODY_LENGTH } = input.options;
		const options = { ...input.options, maxBodyLength };
		const output = toEventOutput({ simplify: input.simplify, options }, timeZone);
		const span = readRange(input, { now, zone: output.zone, days: USUAL_DAYS });
		const calendars = input.allCalendars
			? await knownCalendars(graph)
			: [{ id: await resolveCalendar(graph, input.calendar), name: undefined }];
		const matches = createEventMatch(input);
		const { events, complete } = await viewCalendars(
			graph,
			calendars.map(({ id }) => id),
			span,
			{ limit: limitOf(input), matches, ...eventQuery(output, matches !== undefined) },
		);
		const results = events.map((found) => {
			const name = calendars[found.calendar]?.name;
			return { json: { ...toEventJson(found, output), ...(name && { calendar: name }) } };
		});
		if (complete) return results;
		return notices.cut(
			results,
			`Only the first ${results.length} events are returned. Raise Limit, switch on Return All, or ask for a shorter time.`,
		);
	},
});

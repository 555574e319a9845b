import { z } from 'zod';
import { createPauses, mapWithPauses } from '../../../shared/http/pauses';
import { changed } from '../../../shared/step/field';
import { text, toggle } from '../../../shared/step/fieldKinds';
import { wantedText } from '../../../shared/step/inputSchemas';
import { limitOf, limitReached, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { knownCalendars, resolveCalendar } from '../../calendar/calendars';
import { viewCalendars } from '../../calendar/calendarView';
import { eventIds, eventKeys, eventQuery, toEventJson } from '../../calendar/event';
import { createEventMatch } from '../../calendar/eventMatch';
import { optionalCalendar } from '../../fields/calendar';
import { eventAttendee } from '../../fields/event';
import { eventOutputOptions, LISTED_BODY_LENGTH, toEventOutput } from '../../fields/eventOutput';
import { simplify } from '../../fields/output';
import { rangeOr, readRange } from '../../fields/range';
import { readInZone } from '../../graph/localZone';
import { textsMissing } from '../../graph/textPages';
import { defineMailOperation } from '../../operation';

/** How far the list reaches when no end is given, in days. */
const USUAL_DAYS = 7;

/** @see https://learn.microsoft.com/graph/api/user-list-calendarview */
export const listEvents = defineMailOperation({
	label: 'List Events',
	action: 'List events',
	summary: 'List what is on between two times, recurring events by their occurrences',
	returns: 'one item for each event or occurrence, in order',
	toolText: 'It has the IDs. An event that only overlaps the time counts too.',
	permission: ['Calendars.Read'],
	effects: [],
	output: z.object({ ...eventKeys, calendar: z.string().optional(), ...eventIds }),
	fields: [
		...rangeOr('now', `${USUAL_DAYS} days after Start`),
		text('text', 'Text', 'Only events with this text in subject, location or description preview', {
			placeholder: 'e.g. review',
			input: wantedText,
			byModel: 'A word of subject, location or description',
		}),
		eventAttendee,
		toggle(
			'allCalendars',
			'All Calendars',
			'Whether to list the events of all calendars of the mailbox',
			{ byModel: 'All calendars, not only the default one' },
		),
		changed(optionalCalendar, { displayOptions: { show: { allCalendars: [false] } } }),
		...returnAllFields,
		simplify,
		eventOutputOptions,
	],
	explain: { text: (text) => explainLiteral(text) ?? LOOKED_IN, attendee: explainLiteral },
	async run(input, context) {
		const { graph, notices, now } = context;
		const calendars = input.allCalendars
			? await knownCalendars(graph)
			: [{ id: await resolveCalendar(graph, input.calendar), name: undefined }];
		const matches = createEventMatch(input);
		const read = async (zone: string) => {
			const output = toEventOutput(input, zone, notices, LISTED_BODY_LENGTH);
			const span = readRange(input, { now, zone, usual: { days: USUAL_DAYS } });
			const asked = eventQuery(output, matches !== undefined);
			const ids = calendars.map(({ id }) => id);
			return {
				output,
				...(await viewCalendars(graph, ids, span, { limit: limitOf(input), matches, ...asked })),
			};
		};
		const times = [input.start, input.end];
		const { output, events, complete, damaged, unread } = await readInZone(
			context,
			input.options.timeZone,
			times,
			read,
		);
		const pause = createPauses();
		const toResult = async (found: (typeof events)[number]) => {
			const name = calendars[found.calendar]?.name;
			const json = await toEventJson(found, output, pause);
			return { json: { ...json, ...(name && { calendar: name }) } };
		};
		const results = await mapWithPauses(events, toResult, pause);
		const these = `the first ${results.length} events`;
		return notices.cut(
			results,
			...unread.map((index) => missing(calendars[index]?.name)),
			textsMissing(damaged, 'event'),
			!complete && limitReached(these, notices, 'ask for a shorter time'),
			notices.forModel && input.end === undefined && UNASKED_END,
		);
	},
});

/** Graph lists a preview of each description (`bodyPreview`). */
const LOOKED_IN = ' was looked for in subject, location and the beginning of the description only.';

/** A language model takes the list for all there is. */
const UNASKED_END = `Only the ${USUAL_DAYS} days from Start were looked at: give an End to look further.`;

function missing(calendar: string | null | undefined): string {
	return `${calendar || 'A calendar'} cannot be read: its events are missing.`;
}

import { createPauses, mapWithPauses } from '../../../shared/http/pauses';
import { changed } from '../../../shared/step/field';
import { onlyKeys } from '../../../shared/step/outputs';
import { resolveCalendar } from '../../calendar/calendars';
import { eventItem, eventQuery, toEventJson } from '../../calendar/event';
import { readCalendarChanges } from '../../calendar/eventChanges';
import { optionalCalendar } from '../../fields/calendar';
import { changesFields, changesItem, changesWanted, toChangeItems } from '../../fields/changes';
import { eventOutputOptions, LISTED_BODY_LENGTH, toEventOutput } from '../../fields/eventOutput';
import { simplify } from '../../fields/output';
import { rangeOr, readRange } from '../../fields/range';
import { localZone } from '../../graph/localZone';
import { defineMailOperation } from '../../operation';

const [position, begin, returnAll, limit] = changesFields;
/** How far the window reaches when no end is given, in days. */
const USUAL_DAYS = 365;

/** @see https://learn.microsoft.com/graph/api/event-delta */
export const getEventChanges = defineMailOperation({
	label: 'Get Event Changes',
	action: 'Get changes of a calendar',
	summary:
		'What is new, changed or gone in a calendar between two times since an earlier run, for backups and syncs',
	returns:
		'an item for each event (change: changed or removed), then one with the position for the next run (change: position)',
	toolText:
		'Give the position of the last item to the next call. A changed series comes again with all its occurrences, even beyond the limit. To look for an event use List Events.',
	permission: ['Calendars.Read'],
	effects: [],
	output: changesItem.merge(eventItem.partial()),
	fields: [
		changed(optionalCalendar, {
			description:
				'The calendar to begin with. With a position, the step goes on in the calendar of that position.',
		}),
		...rangeOr('now', `${USUAL_DAYS} days after Start`).map((one) =>
			changed(one, {
				description: `${one.property.description ?? ''} A position keeps the time that it began with.`,
			}),
		),
		position,
		begin,
		returnAll,
		changed(limit, { hint: 'A series is returned whole, even beyond the limit' }),
		simplify,
		eventOutputOptions,
	],
	async run({ calendar, start, end, simplify, options, ...input }, context) {
		const { graph, notices, now } = context;
		const zone = await localZone(context, options.timeZone, [start, end], true);
		const usual = notices.forModel ? LISTED_BODY_LENGTH : undefined;
		const output = toEventOutput({ simplify, options }, zone, notices, usual);
		const findWindow = async () => {
			const span = readRange({ start, end }, { now, zone, usual: { days: USUAL_DAYS } });
			const calendarId = await resolveCalendar(graph, calendar);
			return { calendarId, from: span.start.toMillis(), to: span.end.toMillis() };
		};
		const { prefer } = eventQuery(output);
		const reading = { ...changesWanted(input), prefer };
		const { changed, removed, ...rest } = await readCalendarChanges(context, findWindow, reading);
		const pause = createPauses();
		const { fields } = output;
		const events = await mapWithPauses(
			changed,
			async ({ raw, event }) => {
				// Graph selects nothing in changes.
				const kept = fields.length > 0 && !simplify ? onlyKeys(['id', ...fields], raw) : raw;
				return await toEventJson({ raw: kept, event }, output, pause);
			},
			pause,
		);
		const gone = removed.map((id) => ({ id }));
		const isUnasked = input.position !== undefined && (start ?? end) !== undefined;
		return notices.cut(
			toChangeItems(events, gone, rest),
			notices.forModel && isUnasked && 'Start and End were not used: Position keeps its own.',
		);
	},
});

import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, type GraphCall, type GraphRoutes } from '../call';
import { DeltaLinks } from '../deltaLinks';
import { badRequest } from '../problem';
import type { SimEvent } from './event';
import { findCalendar, readRange, showEvent } from './find';
import { toDateTimeZone } from './zones';

/** What a client knows that holds a link: which events it was told about, and in which state. */
interface KnownCalendar {
	calendarId: string;
	from: number;
	to: number;
	/** By key: the version that was told, and whether it lay in the window. */
	versions: Map<string, { id: string; version: string; isInside: boolean }>;
}

/** The links of a calendar. */
export class CalendarDelta extends DeltaLinks<KnownCalendar> {
	/** Whether an exception comes as thin as an occurrence: not documented (graph.md 16). */
	thinExceptions = false;
}

/** Entries that belong together: an event of its own, or a series, which is never cut (graph.md 16). */
interface Group {
	key: string;
	id: string;
	version: string;
	isInside: boolean;
	show(): JsonObject[];
}

function groupOf(call: GraphCall, event: SimEvent, from: number, to: number): Group {
	const { key } = event;
	const id = event.idOf(call.ids);
	if (event.recurrence === null) {
		const isInside = event.start < to && event.end > from;
		return { key, id, isInside, version: event.changeKey, show: () => [showEvent(call, event)] };
	}
	const occurrences = call.mailbox.calendar.instances(event, from, to);
	const version = [event, ...occurrences]
		.map(({ changeKey, start, end, type }) => [changeKey, start, end, type].join('/'))
		.join(' ');
	return {
		key,
		id,
		isInside: occurrences.length > 0,
		version,
		// The order is not promised: here the master comes last.
		show: () => [
			...occurrences.map((one) =>
				one.type === 'exception' && !call.mailbox.calendar.delta.thinExceptions
					? showEvent(call, one)
					: showThin(call, one),
			),
			showEvent(call, event),
		],
	};
}

/** Of an occurrence nothing but when it is, and of what (graph.md 16). */
function showThin(call: GraphCall, event: SimEvent): JsonObject {
	return {
		'@odata.type': '#microsoft.graph.event',
		'@odata.etag': `W/"${event.changeKey}"`,
		id: event.idOf(call.ids),
		seriesMasterId: event.master?.idOf(call.ids) ?? null,
		type: event.type,
		start: toDateTimeZone(event.start, event.isAllDay ? event.startZone : 'UTC'),
		end: toDateTimeZone(event.end, event.isAllDay ? event.endZone : 'UTC'),
	};
}

/**
 * What became of the calendar since it was told: changed events in full, a series with all that is left
 * of it. Whatever changed outside the window counts as removed, known or not; a deleted occurrence leaves
 * no trace but that it is missing (graph.md 16).
 */
function changesSince(call: GraphCall, known: KnownCalendar) {
	const { calendarId, from, to } = known;
	const events = call.mailbox.calendar.events.filter((event) => event.calendarId === calendarId);
	const groups = events.map((event) => groupOf(call, event, from, to));
	const changed = groups.filter(({ key, version, isInside }) => {
		const told = known.versions.get(key);
		return told?.version !== version || told.isInside !== isInside;
	});
	const there = new Set(groups.map(({ key }) => key));
	const removed = [
		...changed.filter(({ isInside }) => !isInside).map(({ id }) => id),
		...[...known.versions].flatMap(([key, { id }]) => (there.has(key) ? [] : [id])),
	];
	const entries = [
		...changed.filter(({ isInside }) => isInside).map((group) => group.show()),
		...removed.map((id) => [{ id, '@removed': { reason: 'deleted' } }]),
	];
	const versions = new Map(groups.map(({ key, ...group }) => [key, group]));
	return { entries, next: { ...known, versions } };
}

function fillPages(groups: JsonObject[][], size: number): JsonObject[][] {
	const pages: JsonObject[][] = [[]];
	for (const group of groups) {
		if ((pages.at(-1)?.length ?? 0) >= size) pages.push([]);
		pages.at(-1)?.push(...group);
	}
	return pages;
}

// Not with delta (graph.md 16).
const REFUSED = ['$select', '$filter', '$orderby', '$search', '$expand', '$top'];

function calendarDelta(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const refused = REFUSED.find((name) => call.query.has(name));
	if (refused) throw badRequest(`The query parameter '${refused}' is not supported.`);
	const { delta } = call.mailbox.calendar;
	const skip = call.query.get('$skiptoken');
	if (skip !== null) return delta.answer(call, delta.roundOf(skip), 'event');
	const token = call.query.get('$deltatoken');
	const known =
		token === null
			? { ...readRange(call), calendarId: findCalendar(call).id, versions: new Map() }
			: delta.endOf(token);
	const { entries, next } = changesSince(call, known);
	// Nobody who begins is told what is not there.
	const told =
		token === null ? entries.filter(([entry]) => !('@removed' in (entry ?? {}))) : entries;
	const size = call.prefer.maxPageSize ?? 10;
	const round = { pages: fillPages(told, size), page: 0, end: delta.addEnd(next) };
	return delta.answer(call, round, 'event');
}

/** Handlers for what changed in a calendar. Source: graph.md 16. */
export const deltaRoutes: GraphRoutes = {
	'GET /calendarView/delta': calendarDelta,
	'GET /calendar/calendarView/delta': calendarDelta,
	'GET /calendars/:calendar/calendarView/delta': calendarDelta,
};

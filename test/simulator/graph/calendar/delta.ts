import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, type GraphCall, type GraphRoutes } from '../call';
import { checkTexts } from '../damagedText';
import { badRequest } from '../problem';
import { applySelect, readSelect } from '../query/list';
import type { SimEvent } from './event';
import { EVENT_TYPE, findCalendar, readRange, showEvent } from './find';
import { toDateTimeZone } from './zones';

/** What a client knows that holds a link: which events it was told about, and in which state. */
export interface KnownCalendar {
	calendarId: string;
	from: number;
	to: number;
	/** What `$select` named when the round began; undefined: everything. */
	select: string[] | undefined;
	/** By key: the version that was told, whether it lay in the window, and the version of each occurrence by ID. */
	versions: Map<
		string,
		{ id: string; version: string; isInside: boolean; parts: Map<string, string> }
	>;
}

/** Entries that belong together: an event of its own, or a series, which is never cut (fact: series-again). */
interface Group {
	key: string;
	id: string;
	version: string;
	isInside: boolean;
	/** Versions of the occurrences, by ID. */
	parts: Map<string, string>;
	/** @param told Versions of the occurrences that were told before, by ID. */
	show(told: Map<string, string> | undefined): JsonObject[];
}

function groupOf(call: GraphCall, event: SimEvent, from: number, to: number): Group {
	const { key } = event;
	const id = event.idOf(call.ids);
	if (event.recurrence === null) {
		const isInside = call.mailbox.calendar.isIn(event, from, to);
		const show = () => [showEvent(call, event)];
		return { key, id, isInside, version: event.changeKey, parts: new Map(), show };
	}
	const occurrences = call.mailbox.calendar.instances(event, from, to);
	const versionOf = ({ changeKey, start, end, type }: SimEvent) =>
		[changeKey, start, end, type].join('/');
	const parts = new Map(occurrences.map((one) => [one.idOf(call.ids), versionOf(one)]));
	const { readings } = call.world;
	const isWhole = readings.is({ fact: 'series-again', as: 'whole' });
	const isFull = readings.is({ fact: 'exception-form', as: 'full' });
	return {
		key,
		id,
		isInside: occurrences.length > 0,
		version: [versionOf(event), ...parts.values()].join(' '),
		parts,
		// The order is not promised: here the master comes last.
		show: (told) => [
			...occurrences
				.filter((one) => isWhole || told?.get(one.idOf(call.ids)) !== versionOf(one))
				.map((one) =>
					one.type === 'exception' && isFull ? showEvent(call, one) : showThin(call, one),
				),
			showEvent(call, event),
		],
	};
}

/** Of an occurrence nothing but when it is, and of what (fact: occurrence-thin). */
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
 * no trace but that it is missing (fact: calendar-delta-outside, fact: occurrence-tombstone).
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
	// Occurrences that are not left of a series, where that is told.
	const lost = changed.flatMap(({ key, parts }) =>
		[...(known.versions.get(key)?.parts.keys() ?? [])].filter((id) => !parts.has(id)),
	);
	const isLossTold = call.world.readings.is({ fact: 'occurrence-tombstone', as: 'removed' });
	const removed = [
		...(isLossTold ? lost : []),
		...changed.filter(({ isInside }) => !isInside).map(({ id }) => id),
		...[...known.versions].flatMap(([key, { id }]) => (there.has(key) ? [] : [id])),
	];
	const entries = [
		...changed
			.filter(({ isInside }) => isInside)
			.map((group) => group.show(known.versions.get(group.key)?.parts)),
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

// Not with delta (fact: calendar-delta).
const REFUSED = ['$filter', '$orderby', '$search', '$expand', '$top'];

/** What comes of an event; undefined: everything. */
function readSelected(call: GraphCall): string[] | undefined {
	const { readings } = call.world;
	if (!call.query.has('$select')) return undefined;
	if (readings.is({ fact: 'calendar-delta-select', as: 'refused' })) {
		throw badRequest("The query parameter '$select' is not supported.");
	}
	const isHonoured = readings.is({ fact: 'calendar-delta-select', as: 'honoured' });
	return isHonoured ? readSelect(call, EVENT_TYPE) : undefined;
}

function calendarDelta(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const refused = REFUSED.find((name) => call.query.has(name));
	if (refused) throw badRequest(`The query parameter '${refused}' is not supported.`);
	const { delta } = call.mailbox.calendar;
	const skip = call.query.get('$skiptoken');
	const damaged = call.mailbox.calendar.events.filter((event) => event.isDamaged);
	const isDamaged = (id: string) => damaged.some((event) => event.idOf(call.ids) === id);
	if (skip !== null) return checkTexts(delta.answer(call, delta.roundOf(skip), 'event'), isDamaged);
	const token = call.query.get('$deltatoken');
	const known =
		token === null
			? {
					...readRange(call),
					calendarId: findCalendar(call).id,
					select: readSelected(call),
					versions: new Map(),
				}
			: delta.endOf(token);
	const { entries, next } = changesSince(call, known);
	// Nobody who begins is told what is not there.
	const told =
		token === null ? entries.filter(([entry]) => !('@removed' in (entry ?? {}))) : entries;
	const size = call.prefer.maxPageSize ?? 10;
	const shown = told.map((group) =>
		group.map((entry) => ('@removed' in entry ? entry : applySelect(entry, next.select, []))),
	);
	const { stuckAt } = delta;
	const isLarge = ({ length }: JsonObject[]) => length > Math.min(size, stuckAt ?? Infinity);
	const large = stuckAt === undefined ? -1 : shown.findIndex(isLarge);
	const isEndless = large >= 0;
	const pages = fillPages(isEndless ? shown.slice(0, large + 1) : shown, size);
	const there = () => new Set(call.mailbox.calendar.events.map((event) => event.idOf(call.ids)));
	const round = { pages, isEndless, there, page: 0, end: delta.addEnd(next) };
	return checkTexts(delta.answer(call, round, 'event'), isDamaged);
}

/** Handlers for what changed in a calendar. fact: calendar-delta. */
export const deltaRoutes: GraphRoutes = {
	'GET /calendarView/delta': calendarDelta,
	'GET /calendar/calendarView/delta': calendarDelta,
	'GET /calendars/:calendar/calendarView/delta': calendarDelta,
};

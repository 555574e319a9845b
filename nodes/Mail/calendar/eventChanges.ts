import { recover, rethrow } from '../../shared/http/failures';
import type { Answer } from '../../shared/http/request';
import type { ChangesWanted, ToldChanges } from '../graph/changes';
import { LINKED_ID, pagesOf, readChanges } from '../graph/changes';
import { isEndless } from '../graph/delta';
import { isDamaged } from '../graph/failure';
import { MAX_PAGE } from '../graph/pages';
import { calendarPath, eventPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { RawEvent } from './event';
import { rawEvent } from './event';

/** Links of a calendar. */
const EVENT_LINKS = `(?:calendar\\/|calendars${LINKED_ID}\\/)?calendarView`;

/** Finds the ID of the calendar in such a link. */
const CALENDAR_OF = new RegExp(`/calendars(${LINKED_ID})/calendarView`, 'i');

/**
 * Events of a page, each with its whole description. Graph puts all of a series into one page, however many these are
 * (fact: series-again).
 */
const PAGE_SIZE = 200;

/**
 * Reads a round of changes in such pages. Where the same page comes again and again, a series may be larger than a page:
 * then it reads the round in the largest ones (fact: calendar-delta-endless).
 */
export async function inEventPages<T>(read: (largest: number) => Promise<T>): Promise<T> {
	return await read(PAGE_SIZE)
		.catch(recover(isEndless, async () => await read(MAX_PAGE)))
		.catch(rethrow(isDamaged, (failure) => failure.withHint(MAY_BE_DAMAGED)));
}

/** Changes always come with texts (fact: calendar-delta-select): one damaged text may end them (fact: damaged-text). */
const MAY_BE_DAMAGED =
	'If it stays so, Microsoft cannot read the text of an event there. A person can find it: List Events with Description: Text shows that event without a description. Delete it, or write it anew.';

/** A span of time, in milliseconds since the epoch. */
export interface Window {
	from: number;
	to: number;
}

/**
 * Asks for all events of a window; the link to later changes keeps it (fact: calendar-delta). Graph knows no `$select` here
 * (fact: calendar-delta-select).
 * @see https://learn.microsoft.com/graph/api/event-delta
 */
export async function requestWindow(
	graph: GraphClient,
	calendarId: string | undefined,
	{ from, to }: Window,
	prefer: string[],
): Promise<Answer> {
	const path = `${calendarPath(calendarId)}/calendarView/delta`;
	const query = {
		startDateTime: new Date(from).toISOString(),
		endDateTime: new Date(to).toISOString(),
	};
	return await graph.request({ method: 'GET', path, query, prefer, alone: true });
}

interface CalendarChanges extends Pick<ToldChanges<RawEvent>, 'position' | 'complete'> {
	changed: RawEvent[];
	/** IDs of what was deleted or lies outside the window, known or not (fact: calendar-delta-outside). */
	removed: string[];
}

/**
 * What the window of a calendar holds, or what changed in it. A series that changed comes again, with all
 * occurrences that are left of it (fact: series-again).
 * @param findWindow The calendar and the window, where there is no position.
 * @throws as `readChanges` does.
 */
export async function readCalendarChanges(
	where: { graph: GraphClient; mailbox?: string },
	findWindow: () => Promise<Window & { calendarId: string | undefined }>,
	wanted: ChangesWanted & { prefer: string[] },
): Promise<CalendarChanges> {
	const { told, ...rest } = await inEventPages(async (largest) => {
		const prefer = [pagesOf(largest, wanted.limit), ...wanted.prefer];
		return await readChanges(
			where,
			{
				what: 'calendar',
				links: EVENT_LINKS,
				item: rawEvent,
				idOf: ({ event }) => event.id,
				options: { prefer },
				async begin() {
					const { calendarId, ...window } = await findWindow();
					return await requestWindow(where.graph, calendarId, window, prefer);
				},
			},
			wanted,
		);
	});
	const { prefer } = wanted;
	const reading = { graph: where.graph, calendarId: calendarOf(rest.position), prefer };
	const changed = await Promise.all(
		[...told.values()].flatMap((event) => (event ? inFull(reading, event, told) : [])),
	);
	return { changed, removed: [...told.keys()].filter((id) => !told.get(id)), ...rest };
}

/** The calendar that a link leads to, in either form of an ID; undefined for the default one. */
function calendarOf(link: string): string | undefined {
	const [, id] = CALENDAR_OF.exec(link.replaceAll('%27', "'")) ?? [];
	return id && decodeURIComponent(id.replace(/^\/|^\('|'\)$/g, ''));
}

/**
 * The whole event. An occurrence comes without the properties of its series, which are added (fact: occurrence-thin).
 * So may an occurrence that differs from its series: that one is read (fact: exception-form).
 */
async function inFull(
	{ graph, calendarId, prefer }: { graph: GraphClient; calendarId?: string; prefer: string[] },
	thin: RawEvent,
	told: Map<string, RawEvent | undefined>,
): Promise<RawEvent> {
	const { seriesMasterId, subject, type, id } = thin.event;
	if (!seriesMasterId || subject !== undefined) return thin;
	const series = told.get(seriesMasterId);
	const joined = rawEvent.parse({ ...series?.raw, ...thin.raw, recurrence: null });
	if (series && type === 'occurrence') return joined;
	return await graph
		.get(eventPath(calendarId, id), rawEvent, { prefer })
		.catch(recover('notFound', () => joined));
}

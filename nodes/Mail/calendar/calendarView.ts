import type { ProviderFailure } from '../../shared/http/failures';
import { recover } from '../../shared/http/failures';
import { MAX_PAGE } from '../graph/pages';
import { calendarPath, eventPath } from '../graph/paths';
import { textPages } from '../graph/textPages';
import type { GraphClient, GraphOptions } from '../graph/types';
import type { Event, RawEvent } from './event';
import { rawEvent, WITHOUT_BODY } from './event';
import type { Span } from './span';
import { eventMoments, isOverlap, splitSpan, ZONES_APART_MS } from './span';

interface ViewOptions extends Pick<GraphOptions, 'query' | 'prefer'> {
	/** Everything when left out. */
	limit?: number;
	/** Which events are wanted; all when left out. */
	matches?(event: Event): boolean;
}

interface View {
	events: RawEvent[];
	/** False when there are more than the limit. */
	complete: boolean;
	/** IDs of those that come without their text, as Graph cannot read it. */
	damaged: ReadonlySet<string>;
	/** Why the calendar cannot be read. */
	failure?: ProviderFailure;
}

/** Longest span asked for at once, in days: Graph refuses long ones, and says nowhere from when on. */
const MAX_DAYS = 365;
/** Events asked for in one page when only some of them may be wanted. */
const SEARCH_PAGE = 250;
/** Events of the day before the span, which come first and are dropped: as many as a full day has; a choice. */
const BEFORE = 25;

/**
 * The events in a span of time, earliest first, recurring ones as single occurrences. All-day events are days in the
 * zone of the span. Graph takes their days in another zone (fact: all-day-window), so that it is asked for more.
 * @param calendarId The default calendar when left out.
 * @see https://learn.microsoft.com/graph/api/user-list-calendarview
 */
export async function viewCalendar(
	graph: GraphClient,
	calendarId: string | undefined,
	span: Span,
	{ limit = Infinity, matches, query, prefer }: ViewOptions,
): Promise<View> {
	const path = `${calendarPath(calendarId)}/calendarView`;
	const $top = matches ? SEARCH_PAGE : Math.min(limit + 1 + BEFORE, MAX_PAGE);
	// An event that spans two parts of a long range comes twice.
	const events = new Map<string, RawEvent>();
	const damaged = new Set<string>();
	const pathOf = (id: string) => eventPath(calendarId, id);
	const texts = { pathOf, plain: WITHOUT_BODY, damaged };
	const viewOf = (complete: boolean): View => ({
		events: [...events.values()].slice(0, limit),
		complete,
		damaged,
	});
	for (const { start, end } of splitSpan(span, MAX_DAYS)) {
		const part = {
			startDateTime: start.minus(ZONES_APART_MS).toUTC().toISO() ?? undefined,
			endDateTime: end.plus(ZONES_APART_MS).toUTC().toISO() ?? undefined,
			$orderby: 'start/dateTime',
			$top,
		};
		const options = { prefer, query: { ...query, ...part } };
		for await (const { entries } of textPages(graph, path, rawEvent, options, texts)) {
			for (const entry of entries) {
				const { event } = entry;
				if (isIn(event, span) && (!matches || matches(event))) events.set(event.id, entry);
			}
			if (events.size > limit) return viewOf(false);
		}
	}
	return viewOf(true);
}

/** Whether an event is in the span: also one of no length, and one whose time cannot be read, which may be. */
function isIn(event: Event, span: Span): boolean {
	const { start, end } = eventMoments(event, span.start.zoneName ?? 'UTC');
	return !start || !end || +start === +span.start || isOverlap({ start, end }, span);
}

/**
 * The events of several calendars as one list; each has the index of its calendar. The mailbox may still list a calendar
 * that is gone, or that its owner does not share any more: it is left out.
 * @returns `unread` has the indexes of calendars that were left out; `damaged` is how many events come without a text.
 * @throws ProviderFailure where no calendar can be read.
 */
export async function viewCalendars(
	graph: GraphClient,
	calendarIds: Array<string | undefined>,
	span: Span,
	options: ViewOptions,
): Promise<{
	events: Array<RawEvent & { calendar: number }>;
	complete: boolean;
	damaged: number;
	unread: number[];
}> {
	const views = await Promise.all(
		calendarIds.map(
			async (id) =>
				await viewCalendar(graph, id, span, options).catch(
					recover(['notFound', 'forbidden'], (failure): View => ({
						events: [],
						complete: true,
						damaged: new Set(),
						failure,
					})),
				),
		),
	);
	const unread = views.flatMap(({ failure }, calendar) => (failure ? calendar : []));
	const [first] = views;
	if (first?.failure && unread.length === views.length) throw first.failure;
	const found = views.flatMap((view, calendar) =>
		view.events.map((event) => ({ ...event, calendar })),
	);
	const zone = span.start.zoneName ?? 'UTC';
	// Each calendar was cut where Graph's own order ended, in which whole days begin in UTC.
	const startOf = ({ event }: RawEvent) => +(eventMoments(event, zone).start ?? 0);
	if (views.length > 1) found.sort((one, other) => startOf(one) - startOf(other));
	const { limit = Infinity } = options;
	const events = found.slice(0, limit);
	return {
		events,
		complete: found.length <= limit && views.every(({ complete }) => complete),
		damaged: events.filter(({ event, calendar }) => views[calendar]?.damaged.has(event.id)).length,
		unread,
	};
}

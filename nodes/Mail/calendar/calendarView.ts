import type { ProviderFailure } from '../../shared/http/failures';
import { recover } from '../../shared/http/failures';
import { MAX_PAGE } from '../graph/pages';
import { calendarPath, eventPath } from '../graph/paths';
import { textPages } from '../graph/textPages';
import type { GraphClient, GraphOptions } from '../graph/types';
import { fromGraphTime } from '../graph/zones';
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
	/** How many of them come without their text, as it cannot be read. */
	damaged: number;
	/** Why it cannot be read. */
	failure?: ProviderFailure;
}

/** Longest span asked for at once, in days: Graph refuses long ones, and says nowhere from when on. */
const MAX_DAYS = 365;
/** Events asked for in one page when only some of them may be wanted. */
const SEARCH_PAGE = 250;
/** Events that come first and are not wanted: as many as a full day before the span has; a choice. */
const BEFORE = 25;

/**
 * What is on in a span of time, earliest first, recurring events as their single occurrences. Whole days are
 * those of the zone of the span; Graph takes them by another one (fact: all-day-window), so that it is asked for
 * more.
 * @param calendarId The default calendar when left out.
 * @see https://learn.microsoft.com/graph/api/user-list-calendarview
 */
export async function viewCalendar(
	graph: GraphClient,
	calendarId: string | undefined,
	span: Span,
	{ limit = Infinity, matches, query, prefer }: ViewOptions = {},
): Promise<View> {
	const path = `${calendarPath(calendarId)}/calendarView`;
	const $top = matches ? SEARCH_PAGE : Math.min(limit + 1 + BEFORE, MAX_PAGE);
	// An event that spans two parts of a long range comes twice.
	const events = new Map<string, RawEvent>();
	const damaged = new Set<string>();
	const pathOf = (id: string) => eventPath(calendarId, id);
	const texts = { pathOf, plain: WITHOUT_BODY, damaged };
	const seen = (complete: boolean): View => {
		const shown = [...events.values()].slice(0, limit);
		return {
			events: shown,
			complete,
			damaged: shown.filter(({ event: { id } }) => damaged.has(id)).length,
		};
	};
	for (const { start, end } of splitSpan(span, MAX_DAYS)) {
		const part = {
			startDateTime: start.minus(ZONES_APART_MS).toUTC().toISO() ?? undefined,
			endDateTime: end.plus(ZONES_APART_MS).toUTC().toISO() ?? undefined,
			$orderby: 'start/dateTime',
			$top,
		};
		const options = { prefer, query: { ...query, ...part } };
		for await (const { entries } of textPages(graph, path, rawEvent, options, texts)) {
			for (const found of entries) {
				const { event } = found;
				if (isIn(event, span) && (!matches || matches(event))) events.set(event.id, found);
			}
			if (events.size > limit) return seen(false);
		}
	}
	return seen(true);
}

/** What takes no time is on as well; what has a time that nobody can read may be. */
function isIn(event: Event, span: Span): boolean {
	const { start, end } = eventMoments(event, span.start.zoneName ?? 'UTC');
	return !start || !end || +start === +span.start || isOverlap({ start, end }, span);
}

/**
 * The same for several calendars, as one list; each event comes with the place of its calendar. One that its owner
 * does not share any more, or that is gone, may still be among those of the mailbox: it is left out.
 * @returns `unread` has the places of those.
 * @throws ProviderFailure where none can be read.
 */
export async function viewCalendars(
	graph: GraphClient,
	calendarIds: Array<string | undefined>,
	span: Span,
	options: ViewOptions = {},
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
						damaged: 0,
						failure,
					})),
				),
		),
	);
	const unread = views.flatMap(({ failure }, calendar) => (failure ? calendar : []));
	const [first] = views;
	if (first?.failure && unread.length === views.length) throw first.failure;
	const events = views.flatMap((view, calendar) =>
		view.events.map((found) => ({ ...found, calendar })),
	);
	if (views.length > 1) events.sort((one, other) => startOf(one) - startOf(other));
	const { limit = Infinity } = options;
	return {
		events: events.slice(0, limit),
		complete: events.length <= limit && views.every(({ complete }) => complete),
		damaged: views.reduce((sum, view) => sum + view.damaged, 0),
		unread,
	};
}

function startOf({ event }: RawEvent): number {
	return fromGraphTime(event.start, 'UTC')?.toMillis() ?? 0;
}

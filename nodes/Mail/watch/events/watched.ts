import { shortHash } from '../../../shared/text/shortHash';
import type { Window } from '../../calendar/eventChanges';
import type { SeenEvent } from './seenEvent';
import type { View } from './view';
import type { Wishes } from './wishes';

/**
 * The most events that are watched: each takes some 40 bytes of what n8n stores. Series come on top, each with an
 * occurrence at least.
 */
export const MAX_EVENTS = 3_000;
/** The most of one organizer, where there are more in all: anybody can send invitations. */
const MAX_OF_ORGANIZER = 500;

/** Says from when on the events of an organizer, or of all, are not watched. */
export interface LeftOut {
	/** Address; undefined for everybody. */
	organizer?: string;
	/** In milliseconds since the epoch. */
	from: number;
}

/** The part of the calendar that is watched. */
export interface Watched extends View {
	/** By key: events that lie in the window by their own times. */
	inside: ReadonlyMap<string, SeenEvent>;
	/** By key: events that lie just outside the window. */
	beyond: ReadonlyMap<string, SeenEvent>;
	/** Keys of events for which there is no room. */
	leftOut: ReadonlySet<string>;
	/** What is not watched for want of room. */
	missing: LeftOut[];
}

/** True where neither time can be read: such an event is told with the rest of its data, but is at no time. */
const isTimeless = ({ start, end }: SeenEvent) => start === 0 && end === 0;

/**
 * Decides what is watched, by the events' own times. For whole days, the provider goes by the midnight of whoever made
 * them (fact: all-day-window). A series lasts from the first to the last of its watched occurrences.
 */
export function watch(view: View, wishes: Pick<Wishes, 'matches'>): Watched {
	const { window } = view;
	const all = [...view.seenEvents.values()];
	const isInside = (event: SeenEvent) =>
		isTimeless(event) || (event.start < window.to && event.end > window.from);
	const { kept, missing } = asManyAsFit(
		all.filter((event) => event.type !== 'series' && isInside(event)),
		wishes,
	);
	const spans = new Map<string | undefined, Window>();
	for (const { series, start, end } of kept) {
		const { from, to } = spans.get(series) ?? { from: start, to: end };
		spans.set(series, { from: Math.min(from, start), to: Math.max(to, end) });
	}
	const hasOccurrences = new Set(all.map(({ series }) => series));
	const inside = new Map(kept.map((event) => [event.key, event]));
	const beyond = new Map<string, SeenEvent>();
	const leftOut = new Set<string>();
	for (const event of all) {
		if (inside.has(event.key)) continue;
		if (event.type === 'series') {
			const span = spans.get(event.key);
			const { from: start, to: end } = span ?? { from: event.start, to: event.end };
			const isThere = span !== undefined || !hasOccurrences.has(event.key);
			(isThere ? inside : beyond).set(event.key, { ...event, start, end });
		} else if (isInside(event)) leftOut.add(event.key);
		else beyond.set(event.key, event);
	}
	const narrowed = view.isNarrowed ? [{ from: window.to }] : [];
	return { ...view, inside, beyond, leftOut, missing: [...missing, ...narrowed] };
}

/** All events; where they are too many, those that match: the owner's own first, then the nearest. */
function asManyAsFit(
	events: SeenEvent[],
	{ matches }: Pick<Wishes, 'matches'>,
): { kept: SeenEvent[]; missing: LeftOut[] } {
	if (events.length <= MAX_EVENTS) return { kept: events, missing: [] };
	const wanted = events
		.filter(({ event }) => matches(event))
		.sort((a, b) => isOthers(a) - isOthers(b) || a.start - b.start);
	const counts = new Map<string, number>();
	const ends = new Map<string | undefined, number>();
	const kept: SeenEvent[] = [];
	for (const event of wanted) {
		const organizer = organizerOf(event);
		const count = counts.get(organizer) ?? 0;
		const isFull = kept.length >= MAX_EVENTS;
		const isTooMany = isOthers(event) === 1 && count >= MAX_OF_ORGANIZER;
		counts.set(organizer, count + 1);
		if (!isFull && !isTooMany) kept.push(event);
		else {
			const end = isFull ? undefined : organizer;
			ends.set(end, Math.min(ends.get(end) ?? Infinity, event.start));
		}
	}
	return { kept, missing: [...ends].map(([organizer, from]) => ({ organizer, from })) };
}

function isOthers({ event }: SeenEvent): number {
	return event.isOrganizer === false ? 1 : 0;
}

/** The organizer's address in lower case; empty where there is none. */
export function organizerOf({ event }: Pick<SeenEvent, 'event'>): string {
	return event.organizer?.emailAddress?.address?.toLowerCase() ?? '';
}

/**
 * From when on the events of organizers are not watched, as stored: by short hash, '' for everybody.
 * @param before Of the last full handling, where events are left: what came into reach since is not handled either.
 */
export function reachOf(
	{ missing }: Pick<Watched, 'missing'>,
	before?: { window: Window; reach: Record<string, number> },
): Record<string, number> {
	const reach: Record<string, number> = before ? { '': before.window.to, ...before.reach } : {};
	for (const { organizer, from } of missing) {
		const name = organizer === undefined ? '' : shortHash(organizer);
		reach[name] = Math.min(reach[name] ?? Infinity, from);
	}
	return reach;
}

import { shortHash } from '../../../shared/text/shortHash';
import type { Window } from '../../calendar/eventChanges';
import type { SeenEvent } from './seenEvent';
import type { View } from './view';
import type { Wishes } from './wishes';

/**
 * Events that are watched at most: each takes some 40 bytes of what n8n stores. Series come on top, each with
 * an occurrence at least.
 */
export const MAX_EVENTS = 3_000;
/** Those of one organizer, where there are more in all: anybody can send invitations. */
const MAX_OF_ORGANIZER = 500;

/** From when on the events of an organizer, or of all, are not watched. */
export interface LeftOut {
	/** Address; undefined for everybody. */
	organizer?: string;
	/** In milliseconds since the epoch. */
	from: number;
}

/** What of the calendar is watched. */
export interface Watched extends View {
	/** By key: those that lie in the window by their own times. */
	inside: ReadonlyMap<string, SeenEvent>;
	/** By key: those that lie just beyond it. */
	beyond: ReadonlyMap<string, SeenEvent>;
	/** Keys of those for which there is no room. */
	leftOut: ReadonlySet<string>;
	/** What is not watched for want of room. */
	missing: LeftOut[];
}

/** A moment that cannot be read is none: such an event is told with what can be read, but is at no time. */
const isTimeless = ({ start, end }: SeenEvent) => start === 0 && end === 0;

/**
 * The events that are watched, by their own times and not by the provider's, which for whole days looks at the
 * midnight of whoever made them (fact: all-day-window). A series lasts from the first to the last of its occurrences
 * that are watched.
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

/** All of them, or where they are too many those that are wanted: one's own first, then what is nearest. */
function asManyAsFit(
	events: SeenEvent[],
	{ matches }: Pick<Wishes, 'matches'>,
): { kept: SeenEvent[]; missing: LeftOut[] } {
	if (events.length <= MAX_EVENTS) return { kept: events, missing: [] };
	const wanted = events
		.filter(({ event }) => matches(event))
		.sort((one, other) => isOthers(one) - isOthers(other) || one.start - other.start);
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

/** Names whose event it is. */
export function organizerOf({ event }: Pick<SeenEvent, 'event'>): string {
	return event.organizer?.emailAddress?.address?.toLowerCase() ?? '';
}

/**
 * From when on the events of organizers are not watched, as it is stored: by short hash, '' for everybody.
 * @param before How far all was handled last, where something is left over of what came into reach since.
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

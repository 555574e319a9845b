import { DateTime } from 'luxon';
import { readOrKnown } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { Comparison, EventOutcome } from './compare';
import { outcomeOf } from './compare';
import { moveDays } from './days';
import type { Known } from './position';
import { inDaysOf } from './position';
import type { SeenEvent } from './seenEvent';
import type { Missing } from './whereabouts';
import { idsOf, whereIs } from './whereabouts';

/**
 * What happened to the events that are not watched any more: deleted, moved out of the window or into another
 * calendar. The window also moves away from events, which is nothing that happens to them. Deleted is what the
 * provider does not find any more, or finds in another calendar. What it does not tell of stays as it is known.
 */
export async function findGone(
	poll: CalendarPoll,
	comparison: Comparison,
): Promise<EventOutcome[]> {
	const { position, view, wishes } = comparison;
	const outcomes: EventOutcome[] = [];
	const missing: Missing[] = [];
	for (const [key, known] of position.events) {
		if (view.inside.has(key)) continue;
		const fate = fateOf(comparison, key, known);
		if (fate === 'kept' && position.conditions !== wishes.conditions) {
			// When it comes into sight again it is not what begins to match.
			const seen = comparison.before.get(key);
			const matched = !seen || wishes.matches(seen.event);
			outcomes.push({ key, happenings: [], next: { ...known, matched } });
		}
		if (fate === 'forgotten') outcomes.push({ key, happenings: [] });
		if (fate === 'missing') missing.push({ key, known, id: comparison.before.get(key)?.id });
	}
	const ids = await idsOf(poll, comparison, missing);
	const masters = new Map([...view.beyond, ...view.inside]);
	const unclear = new Set<string>();
	const decide = async (one: Missing): Promise<EventOutcome[]> => {
		const { key, known } = one;
		if (unclear.has(known.series ?? '')) return [];
		const master = masters.get(known.series ?? '');
		if (isPartOfSeries(comparison, known, master)) return [{ key, happenings: [] }];
		const identified = { ...one, id: one.id ?? ids.get(key) };
		const event =
			view.beyond.get(key) ??
			(await readOrKnown(
				poll.failedPolls,
				key,
				whereIs(poll, identified, view.zone, master),
				() => 'unclear' as const,
			));
		if (event === 'unclear') {
			unclear.add(key);
			return [];
		}
		if (!event) return [deleted(comparison, identified, master)];
		masters.set(key, event);
		return stillThere(comparison, event);
	};
	const isSeries = ({ known }: Missing) => known.type === 'series';
	// Whether a series is there decides what became of its occurrences.
	const series = await Promise.all(missing.filter(isSeries).map(decide));
	const others = await Promise.all(missing.filter((one) => !isSeries(one)).map(decide));
	return [...outcomes, ...series.flat(), ...others.flat()];
}

/**
 * Whether an event that is not watched is to be looked for. What lay outside the window before is not: it may
 * have gone anywhere. What is over is kept until the window moves on once more, as it may come back.
 */
function fateOf(
	{ position, view }: Comparison,
	key: string,
	known: Known,
): 'kept' | 'forgotten' | 'missing' {
	const { start, end, cancelled } = known;
	// What a window held is told by the days of its zone.
	const then = inDaysOf(known, moveDays(view.zone, position.zone));
	if (view.leftOut.has(key)) return 'forgotten';
	if (start >= view.window.to) return 'kept';
	if (then.start >= position.window.to || cancelled) return 'forgotten';
	const wasOver = then.end <= position.window.from;
	if (end > view.window.from && !wasOver) return 'missing';
	return wasOver && position.window.from < view.window.from ? 'forgotten' : 'kept';
}

/** Where the series is changed or gone as one, its occurrences go with it. */
function isPartOfSeries(
	{ position, wishes }: Comparison,
	{ type, series = '' }: Known,
	master: SeenEvent | undefined,
): boolean {
	if (!wishes.seriesAsOne || type !== 'occurrence') return false;
	return !master || master.pattern !== position.events.get(series)?.pattern;
}

/** A series that is nowhere in the window is looked for again when that has moved on. */
function stillThere(comparison: Comparison, event: SeenEvent): EventOutcome[] {
	const { window } = comparison.view;
	const outcome = outcomeOf(comparison, event);
	if (event.type === 'series') {
		const beyond = { start: window.to, end: window.to };
		return [{ ...outcome, next: outcome.next && { ...outcome.next, ...beyond } }];
	}
	// What lies in the window is about to be told.
	return event.start < window.to && event.end > window.from ? [] : [outcome];
}

function deleted(
	comparison: Comparison,
	missing: Missing,
	master: SeenEvent | undefined,
): EventOutcome {
	const { key, known } = missing;
	const { conditions, matches, seriesAsOne, wants } = comparison.wishes;
	const event = comparison.before.get(key) ?? asKnown(comparison, missing, master);
	// What is not known of it any more is not held to conditions that are others since.
	const isHeld = comparison.position.conditions !== conditions && event.event.subject !== undefined;
	const isWanted = isHeld ? matches(event.event) : known.matched;
	const counts = isWanted && (seriesAsOne || known.type !== 'series');
	return { key, happenings: counts && wants('deleted') ? [{ changeType: 'deleted', event }] : [] };
}

/** An event of which nothing is left but what n8n stored, and its series where that had the same content. */
function asKnown(
	{ view }: Comparison,
	{ key, known, id = '' }: Missing,
	series: SeenEvent | undefined,
): SeenEvent {
	const { hash, allDay, ...times } = known;
	const isAllDay = allDay || (series?.event.isAllDay ?? false);
	const same = series?.content.hash === hash ? series : undefined;
	// A day is written as it is where it begins.
	const zone = isAllDay ? view.zone : 'UTC';
	const time = (moment: number) => ({
		dateTime: DateTime.fromMillis(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ss"),
		timeZone: 'UTC',
	});
	const types = { single: undefined, series: 'seriesMaster', occurrence: 'occurrence' };
	const event = {
		...same?.event,
		id,
		start: time(known.start),
		// That of a series is the end of its last occurrence that was watched.
		end: known.type === 'series' ? undefined : time(known.end),
		isAllDay,
		type: types[known.type],
		seriesMasterId: series?.id,
		recurrence: undefined,
	};
	return {
		...times,
		id,
		key,
		isCancelled: false,
		content: same?.content ?? { fields: {}, hash },
		answers: [],
		event,
		raw: { ...same?.raw, ...event },
	};
}

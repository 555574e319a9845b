import { DateTime } from 'luxon';
import { readOrKnown } from '../attempts';
import type { CalendarPoll } from './calendarPoll';
import type { ToldEvent } from './changes';
import { watchedEvent } from './changes';
import type { Comparison, EventOutcome } from './compare';
import { outcomeOf } from './compare';
import { moveDays } from './days';
import type { Known } from './position';
import { inDaysOf, SECOND_MS } from './position';
import type { SeenEvent } from './seenEvent';
import type { Missing } from './whereabouts';
import { idsOf, listChanged, whereIs } from './whereabouts';

/**
 * What happened to known events that are not in the window now: deleted, moved out of the window, or into another
 * calendar. Where only the window moved away from an event, nothing happened to it. Deleted is what the provider does
 * not find, or finds in another calendar. Where it tells nothing, the event stays as it is known.
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
			// When the event comes into view again, it must not count as beginning to match.
			const seen = comparison.before.get(key);
			const matched = !seen || wishes.matches(seen.event);
			outcomes.push({ key, happenings: [], next: { ...known, matched } });
		}
		if (fate === 'forgotten') outcomes.push({ key, happenings: [] });
		if (fate === 'missing') missing.push({ key, known, id: comparison.before.get(key)?.id });
	}
	const ids = await idsOf(poll, comparison, missing);
	const masters = new Map([...view.beyond, ...view.inside]);
	const lookedFor = new Set(missing.map(({ key }) => key));
	// The days of a series are not moved to another zone: it may be over there while its whole day is not.
	const isOver = (series: string) =>
		position.events.has(series) && !masters.has(series) && !lookedFor.has(series);
	let changed: Promise<ToldEvent[]> | undefined;
	const hidden = async () => await (changed ??= listChanged(poll, position.since, watchedEvent));
	const unclear = new Set<string>();
	const decide = async (absent: Missing): Promise<EventOutcome[]> => {
		const { key, known } = absent;
		const { series = '' } = known;
		if (unclear.has(series)) return [];
		if (isOver(series)) return [{ key, happenings: [] }];
		const master = masters.get(series);
		if (isPartOfSeries(comparison, known, master)) return [{ key, happenings: [] }];
		const identified = { ...absent, id: absent.id ?? ids.get(key) };
		const event =
			view.beyond.get(key) ??
			(await readOrKnown(
				poll.failedPolls,
				key,
				whereIs(poll, identified, comparison, master, hidden),
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
	// Series first: what became of a series decides on its occurrences.
	const series = await Promise.all(missing.filter(isSeries).map(decide));
	const others = await Promise.all(missing.filter((absent) => !isSeries(absent)).map(decide));
	return [...outcomes, ...series.flat(), ...others.flat()];
}

/**
 * Whether a known event that is not in the window is looked for. One that lay outside it before is not: it may have
 * gone anywhere. What is over is kept until the window moves on once more, as it may come back.
 */
function fateOf(
	{ position, view }: Comparison,
	key: string,
	known: Known,
): 'kept' | 'forgotten' | 'missing' {
	const { start, end, cancelled } = known;
	// What lay in the former window depends on the zone of that time.
	const then = inDaysOf(known, moveDays(view.zone, position.zone));
	if (view.leftOut.has(key)) return 'forgotten';
	if (start >= view.window.to) return 'kept';
	if (then.start >= position.window.to || cancelled) return 'forgotten';
	const wasOver = then.end <= position.window.from;
	if (end > view.window.from && !wasOver) return 'missing';
	return wasOver && position.window.from < view.window.from ? 'forgotten' : 'kept';
}

/** True for an occurrence that is gone because its series was changed or deleted: this is told of the series. */
function isPartOfSeries(
	{ position, wishes }: Comparison,
	{ type, series = '' }: Known,
	master: SeenEvent | undefined,
): boolean {
	if (!wishes.seriesAsOne || type !== 'occurrence') return false;
	return !master || master.pattern !== position.events.get(series)?.pattern;
}

/** An event that exists, but not in the window. A series is looked for again when the window has moved on. */
function stillThere(comparison: Comparison, event: SeenEvent): EventOutcome[] {
	const { window } = comparison.view;
	const outcome = outcomeOf(comparison, event);
	if (event.type === 'series') {
		// Times are stored in whole seconds: rounded up, so that it does not fall into the window.
		const behind = Math.ceil(window.to / SECOND_MS) * SECOND_MS;
		const beyond = { start: behind, end: behind };
		return [{ ...outcome, next: outcome.next && { ...outcome.next, ...beyond } }];
	}
	// The next round tells what lies in the window.
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
	// Under new conditions only an event of which enough is known is judged anew; else the stored verdict counts.
	const isHeld = comparison.position.conditions !== conditions && event.event.subject !== undefined;
	const isWanted = isHeld ? matches(event.event) : known.matched;
	const counts = isWanted && (seriesAsOne || known.type !== 'series');
	return { key, happenings: counts && wants('deleted') ? [{ changeType: 'deleted', event }] : [] };
}

/** An event of which only the stored data is known. Where its series had the same content, that is taken. */
function asKnown(
	{ view }: Comparison,
	{ key, known, id = '' }: Missing,
	series: SeenEvent | undefined,
): SeenEvent {
	const { hash, allDay, ...times } = known;
	const isAllDay = allDay || (series?.event.isAllDay ?? false);
	const same = series?.content.hash === hash ? series : undefined;
	// A whole day is written with the date that it has in the zone.
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
		// The stored end of a series is only that of its last watched occurrence.
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

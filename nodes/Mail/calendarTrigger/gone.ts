import { recover } from '../../shared/failures';
import { shortHash } from '../../shared/shortHash';
import { eventPath } from '../calendar/calendars';
import type { ToldEvent } from './changes';
import { isLinkRefused, readChanges, TEXT_BODY, watchedEvent } from './changes';
import type { Comparison, Happening, Outcome } from './compare';
import { knownOf } from './compare';
import { changedFields } from './content';
import type { Poll } from './openPoll';
import type { Known } from './position';
import type { Sighting } from './sighting';
import { toSightings, toTold } from './sighting';

/** An event that was known and is not there any more. */
interface Missing {
	key: string;
	known: Known;
	/** Only this process, or the provider's old link, knows it. */
	id?: string;
}

/**
 * What happened to the events that are not there any more: deleted, moved out of the window or into
 * another calendar. The window also moves away from events, which is nothing that happens to them.
 */
export async function findGone(poll: Poll, comparison: Comparison): Promise<Outcome[]> {
	const { position, view } = comparison;
	const absent = [...position.events].filter(([key]) => !view.sightings.has(key));
	const outcomes: Outcome[] = [];
	const missing: Missing[] = [];
	for (const [key, known] of absent) {
		if (known.type !== 'series' && known.start >= view.window.to) continue;
		// What was out of sight may have gone anywhere.
		const wasOutside = known.type !== 'series' && known.start >= position.window.to;
		const isOver = known.end <= view.window.from || known.cancelled;
		if (wasOutside || isOver || isPartOfSeries(comparison, known)) {
			outcomes.push({ key, happenings: [] });
		} else missing.push({ key, known, id: comparison.before.get(key)?.id });
	}
	const ids = await idsOfRemoved(poll, comparison, missing);
	const asked = missing.map(
		async (one) => await outcomeOf(poll, comparison, { ...one, id: one.id ?? ids.get(one.key) }),
	);
	return [...outcomes, ...(await Promise.all(asked))];
}

/** Where the series is changed or gone as one, its occurrences go with it. */
function isPartOfSeries({ position, view, wishes }: Comparison, known: Known): boolean {
	if (!wishes.seriesAsOne) return known.type === 'series';
	if (known.type !== 'occurrence') return false;
	const { series = '' } = known;
	const master = view.sightings.get(series);
	return !master || master.pattern !== position.events.get(series)?.pattern;
}

/** After a restart nobody here knows the IDs; the link of back then tells those of what is gone. */
async function idsOfRemoved(
	{ graph }: Poll,
	{ position }: Comparison,
	missing: Missing[],
): Promise<Map<string, string>> {
	if (missing.every(({ id }) => id !== undefined)) return new Map();
	const { removed } = await readChanges(graph, position.link).catch(
		recover(isLinkRefused, () => ({ removed: [] })),
	);
	return new Map(removed.map((id) => [shortHash(id), id]));
}

async function outcomeOf(poll: Poll, comparison: Comparison, missing: Missing): Promise<Outcome> {
	const { key, known, id } = missing;
	const { view, wishes } = comparison;
	const found = id === undefined ? undefined : await ask(poll, id);
	const [event] = found ? toSightings([toTold(found)], view.zone).values() : [];
	const isOutside =
		event && (event.start >= view.window.to || event.end <= view.window.from) && found;
	if (!isOutside) {
		const last = comparison.before.get(key) ?? asKnown(comparison, missing);
		const gone: Happening = { changeType: 'deleted', event: last };
		return { key, happenings: known.matched && wishes.wants('deleted') ? [gone] : [] };
	}
	const iso = (moment: number) => new Date(moment).toISOString();
	const changed = changedFields(
		{ start: iso(known.start), end: iso(known.end) },
		{ start: iso(event.start), end: iso(event.end) },
	);
	const moved: Happening = { changeType: 'updated', event, changed };
	const isWanted = wishes.matches(event.event) && wishes.wants('updated');
	return { key, happenings: isWanted ? [moved] : [], next: knownOf(comparison, event) };
}

/** The event by its ID; undefined when there is none any more. */
async function ask({ graph, calendarId }: Poll, id: string): Promise<ToldEvent | undefined> {
	return await graph.get(eventPath(calendarId, id), watchedEvent, { prefer: [TEXT_BODY] }).catch(
		recover(
			({ kind }) => kind === 'notFound',
			() => undefined,
		),
	);
}

/** An event of which nothing is left but what n8n stored, and its series. */
function asKnown({ view }: Comparison, { key, known, id = '' }: Missing): Sighting {
	const series = view.sightings.get(known.series ?? '');
	const time = (moment: number) => ({
		dateTime: new Date(moment).toISOString().replace('Z', ''),
		timeZone: 'UTC',
	});
	const event = {
		...series?.event,
		id,
		start: time(known.start),
		end: time(known.end),
		...(series ? { type: 'occurrence', seriesMasterId: series.id } : {}),
	};
	const { hash, ...times } = known;
	return {
		...times,
		id,
		key,
		isCancelled: false,
		content: series?.content ?? { fields: {}, hash },
		answers: [],
		event,
		raw: { ...series?.raw, ...event },
	};
}

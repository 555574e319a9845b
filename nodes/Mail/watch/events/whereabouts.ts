import { z } from 'zod';
import { recover, undefinedOn } from '../../../shared/http/failures';
import type { Shape } from '../../../shared/provider/understand';
import { lenient } from '../../../shared/provider/understand';
import { shortHash } from '../../../shared/text/shortHash';
import { isThingMissing } from '../../graph/failure';
import { identified } from '../../graph/pages';
import { calendarPath, eventPath, mailPath } from '../../graph/paths';
import type { CalendarPoll } from './calendarPoll';
import type { ToldEvent } from './changes';
import { changesSince, TEXT_BODY, watchedEvent } from './changes';
import type { Comparison } from './compare';
import type { Known } from './position';
import type { SeenEvent } from './seenEvent';
import { toKeptEvent, toSeenEvents } from './seenEvent';

/** An event that was watched and is not any more. */
export interface Missing {
	key: string;
	known: Known;
	/** Its ID, where this process or the provider tells it: n8n stores only a hash. */
	id?: string;
}

const DAY_MS = 24 * 3_600_000;
const seriesShape = lenient(
	z.object({
		exceptionOccurrences: z.array(watchedEvent).nullish(),
		/** Given where not all of them came. */
		'exceptionOccurrences@odata.nextLink': z.unknown(),
	}),
);

/**
 * Finds the IDs of events of which only a hash is stored. The link of the last handled poll tells the IDs of what was
 * deleted or moved out of its window. Where the provider gave it up, or events were left unhandled, the events that
 * changed since tell which still exist. An occurrence has no ID outside its series.
 * @returns by key.
 */
export async function idsOf(
	poll: CalendarPoll,
	{ position }: Pick<Comparison, 'position'>,
	missing: Missing[],
): Promise<Map<string, string>> {
	const unknown = missing.filter(({ id, known }) => id === undefined && !known.series);
	if (unknown.length === 0) return new Map();
	const round = await changesSince(poll, position.link);
	const ids = new Map((round?.removed ?? []).map((id) => [shortHash(id), id]));
	if (unknown.every(({ key }) => ids.has(key))) return ids;
	const changed = await listChanged(poll, position.since, identified, { $select: 'id' });
	for (const { id } of changed) ids.set(shortHash(id), id);
	return ids;
}

/** The events of the calendar that changed since. Where the provider refuses the filter, nothing can be known. */
export async function listChanged<T>(
	{ graph, calendarId }: CalendarPoll,
	since: number,
	shape: Shape<T>,
	query = {},
): Promise<T[]> {
	const $filter = `lastModifiedDateTime ge ${new Date(since - DAY_MS).toISOString()}`;
	const path = `${calendarPath(calendarId)}${mailPath`/events`}`;
	const asked = { query: { $filter, ...query }, prefer: [TEXT_BODY] };
	return await graph.list(path, shape, asked).catch(recover('rejected', () => []));
}

/**
 * Looks for a missing event.
 * @param master The series of an occurrence, where that is there.
 * @param hidden Reads the list for events that are shown there alone.
 * @returns undefined when it is gone or in another calendar; `unclear` where nobody tells.
 */
export async function whereIs(
	poll: CalendarPoll,
	{ key, id }: Missing,
	{ before, view }: Comparison,
	master: SeenEvent | undefined,
	hidden: () => Promise<ToldEvent[]>,
): Promise<SeenEvent | 'unclear' | undefined> {
	const found =
		id === undefined
			? await findException(poll, key, master)
			: await ask(poll, eventPath(poll.calendarId, id), watchedEvent);
	if (found === 'unclear') return found;
	const isThere = found && (await isInCalendar(poll, found.used.id));
	// That of somebody else is shown in lists alone (fact: private-event). After a restart, any may be private.
	const seen = before.get(key)?.raw ?? { sensitivity: 'private' };
	const isHidden = !found && id !== undefined && seen.sensitivity === 'private';
	const told = isThere ? found : isHidden && (await hidden()).find(({ used }) => used.id === id);
	if (!told) return undefined;
	const [event] = toSeenEvents([await toKeptEvent(told, poll.pause)], view.zone).values();
	return event && { ...event, key };
}

/**
 * Looks for an occurrence, by its short hash, among the exceptions of its series. Not every cloud lists these
 * (fact: changed-occurrences).
 */
async function findException(
	poll: CalendarPoll,
	key: string,
	master: SeenEvent | undefined,
): Promise<ToldEvent | 'unclear' | undefined> {
	if (!master) return undefined;
	const query = { $expand: 'exceptionOccurrences' };
	const series = await ask(poll, eventPath(poll.calendarId, master.id), seriesShape, query).catch(
		recover('rejected', () => 'unclear' as const),
	);
	if (series === 'unclear') return series;
	const found = series?.exceptionOccurrences?.find(({ used }) => shortHash(used.id) === key);
	return found ?? (series?.['exceptionOccurrences@odata.nextLink'] ? 'unclear' : undefined);
}

/** True for an event of the watched calendar: Graph finds an ID in whichever calendar it is. */
async function isInCalendar(poll: CalendarPoll, id: string): Promise<boolean> {
	const query = { $select: 'id' };
	const own = calendarPath(poll.calendarId) || mailPath`/calendar`;
	const [calendar, ofEvent] = await Promise.all([
		ask(poll, own, identified, query),
		ask(poll, `${eventPath(poll.calendarId, id)}${mailPath`/calendar`}`, identified, query),
	]);
	return calendar?.id === ofEvent?.id;
}

/** Reads a thing; undefined when there is none. */
async function ask<T>(
	{ graph }: CalendarPoll,
	path: string,
	shape: Parameters<typeof graph.get<T>>[1],
	query = {},
): Promise<T | undefined> {
	return await graph
		.get(path, shape, { prefer: [TEXT_BODY], query })
		.catch(undefinedOn(isThingMissing));
}

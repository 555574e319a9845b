import { z } from 'zod';
import { ProviderFailure } from '../../shared/http/failures';
import type { Answer } from '../../shared/http/request';
import type { Shape } from '../../shared/provider/understand';
import { understand, unreadable } from '../../shared/provider/understand';
import { identified, idOf, readEntries } from './pages';
import { providerTime } from './providerTime';
import type { GraphClient, GraphOptions } from './types';

/** A part of what changed since a link was given. */
interface DeltaPage<T> {
	/** What is new or changed, as Graph tells it. */
	entries: T[];
	/** IDs of what is gone. */
	removed: string[];
	/** Where to go on: after the last page of a round, what changes from then on. */
	link: string;
	isLast: boolean;
}

const page = z.object({
	value: z.array(z.unknown()),
	'@odata.nextLink': z.string().nullish(),
	'@odata.deltaLink': z.string().nullish(),
});

const removedEntry = identified.extend({ '@removed': z.custom((given) => given !== undefined) });

/** The changes of a collection since the round before, as a whole. */
export interface DeltaRound<T> {
	/** Each entry that is there, as it came last. */
	told: T[];
	/** IDs of what is gone, or was for a while, known or not. */
	removed: string[];
	/** The link for the next round. */
	link: string;
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
}

/** Statuses for a link that Graph does not know any more, or cannot read. */
const REFUSED_LINK = [400, 404, 410];

/** Whether a round failed because its link is of no use any more; another failure says nothing of it. */
export function isLinkRefused({ details }: ProviderFailure): boolean {
	return REFUSED_LINK.includes(details.httpCode ?? 0);
}

/** How often the same page may come in a round, one after the other: an entry may change while it is read. A choice. */
const MOST_REPEATS = 3;

/** Whether a round failed because it has no end. */
export function isEndless({ details }: ProviderFailure): boolean {
	return details.isEndless === true;
}

function endless(): ProviderFailure {
	return new ProviderFailure('unavailable', 'Microsoft gives the same changes again and again', {
		isEndless: true,
		hint: 'It does so for some calendars with long series. Choose a shorter time.',
	});
}

/**
 * Reads the pages of a round, as far as they are asked for.
 * @param first The answer with the first of them.
 * @throws ProviderFailure with the status 410 when the provider has given a link up, and when an entry that
 * has an ID cannot be read; `isEndless` where it hands out the same page again and again (fact: calendar-delta-endless).
 * @see https://learn.microsoft.com/graph/delta-query-overview
 */
export async function* deltaPages<T>(
	graph: GraphClient,
	first: Answer,
	item: Shape<T>,
	options: GraphOptions,
): AsyncGenerator<DeltaPage<T>, void> {
	const followed = new Set<string>();
	let lastIds = '';
	let repeats = 0;
	for (let answer = first; ;) {
		const {
			value,
			'@odata.nextLink': next,
			'@odata.deltaLink': end,
		} = understand(page, answer.body);
		const link = end || next;
		// Pages that name each other in a circle would never end.
		if (!link || (!end && followed.has(link))) throw unreadable();
		const ids = value.map(idOf).join();
		repeats = ids !== '' && ids === lastIds ? repeats + 1 : 1;
		lastIds = ids;
		if (!end && repeats === MOST_REPEATS) throw endless();
		const removed = value.flatMap((entry) => removedEntry.safeParse(entry).data?.id ?? []);
		const there = value.filter((entry) => !removedEntry.safeParse(entry).success);
		const entries = readEntries(there, item);
		yield { entries, removed, link, isLast: Boolean(end) };
		if (end) return;
		followed.add(link);
		answer = await graph.follow(link, options);
	}
}

/**
 * Reads a round as a whole.
 * @param first The answer with the first of its pages.
 * @returns undefined when it tells of more than `most`.
 * @throws ProviderFailure as `deltaPages` does.
 */
export async function readDelta<T extends { used: { id: string } }>(
	graph: GraphClient,
	first: Answer,
	item: Shape<T>,
	options: GraphOptions,
	most: number,
): Promise<DeltaRound<T> | undefined> {
	const told = new Map<string, T>();
	const gone: string[] = [];
	const now = providerTime([first]);
	for await (const { entries, removed, link, isLast } of deltaPages(graph, first, item, options)) {
		for (const id of removed) {
			gone.push(id);
			told.delete(id);
		}
		for (const entry of entries) told.set(entry.used.id, entry);
		if (told.size > most) return undefined;
		if (isLast) return { told: [...told.values()], removed: gone, link, now };
	}
	throw unreadable();
}

import { z } from 'zod';
import type { Answer } from '../../shared/http/request';
import type { Shape } from '../../shared/provider/understand';
import { understand, unreadable } from '../../shared/provider/understand';
import { readEntries } from './pages';
import type { GraphClient, GraphOptions } from './types';

/** A part of what changed since a link was given. */
export interface DeltaPage<T> {
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

const removedEntry = z.object({ id: z.string(), '@removed': z.unknown() });

function removedId(entry: unknown): string | undefined {
	const gone = removedEntry.safeParse(entry);
	return gone.success && gone.data['@removed'] !== undefined ? gone.data.id : undefined;
}

/**
 * Reads the pages of a round, as far as they are asked for.
 * @param first The answer with the first of them.
 * @throws ProviderFailure with the status 410 when the provider has given a link up, and when an entry that
 * has an ID cannot be read.
 * @see https://learn.microsoft.com/graph/delta-query-overview
 */
export async function* deltaPages<T>(
	graph: GraphClient,
	first: Answer,
	item: Shape<T>,
	options: GraphOptions,
): AsyncGenerator<DeltaPage<T>, void> {
	const followed = new Set<string>();
	for (let answer = first; ;) {
		const {
			value,
			'@odata.nextLink': next,
			'@odata.deltaLink': end,
		} = understand(page, answer.body);
		const link = end || next;
		// Pages that name each other in a circle would never end.
		if (!link || (!end && followed.has(link))) throw unreadable();
		const removed = value.flatMap((entry) => removedId(entry) ?? []);
		const there = value.filter((entry) => removedId(entry) === undefined);
		const entries = readEntries(there, item);
		yield { entries, removed, link, isLast: Boolean(end) };
		if (end) return;
		followed.add(link);
		answer = await graph.follow(link, options);
	}
}

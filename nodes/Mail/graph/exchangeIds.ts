import { z } from 'zod';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/** IDs that one call translates: https://learn.microsoft.com/graph/api/user-translateexchangeids */
const MAX_IDS = 1_000;

/** From the default form of an ID to the immutable one. */
const TYPES = { sourceIdType: 'restId', targetIdType: 'restImmutableEntryId' };

const translation = z.object({
	// One that is gone comes with the reason in the place of its other ID.
	value: z.array(z.object({ sourceId: z.string(), targetId: z.string().nullish() })),
});

/**
 * Immutable IDs for IDs that Graph gives by default: a search cannot return immutable ones.
 * @returns them by the given ID; one that Graph cannot translate is missing.
 */
export async function toImmutableIds(
	graph: GraphClient,
	ids: string[],
): Promise<Map<string, string>> {
	const chunks = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
		ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
	);
	const translated = await Promise.all(
		chunks.map(
			async (inputIds) =>
				await graph.post(mailPath`/translateExchangeIds`, { inputIds, ...TYPES }, translation, {
					repeatable: true,
				}),
		),
	);
	return new Map(
		translated.flatMap(({ value }) =>
			value.flatMap(({ sourceId, targetId }): Array<[string, string]> =>
				targetId ? [[sourceId, targetId]] : [],
			),
		),
	);
}

import { z } from 'zod';
import { toChunks } from '../../shared/chunks';
import { mailPath } from './paths';
import type { GraphClient } from './types';

/** IDs that one call translates: https://learn.microsoft.com/graph/api/user-translateexchangeids */
const MAX_IDS = 1_000;

/** From the default form of an ID to the immutable one. */
const TYPES = { sourceIdType: 'restId', targetIdType: 'restImmutableEntryId' };

const translation = z.object({
	value: z.array(z.object({ sourceId: z.string(), targetId: z.string() })),
});

/**
 * Immutable IDs for IDs that Graph gives by default: a search cannot return immutable ones.
 * @returns them by the given ID; one that Graph cannot translate is missing.
 */
export async function toImmutableIds(
	graph: GraphClient,
	ids: string[],
): Promise<Map<string, string>> {
	const chunks = toChunks(ids, MAX_IDS);
	const translated = await Promise.all(
		chunks.map(
			async (inputIds) =>
				await graph.post(mailPath`/translateExchangeIds`, { inputIds, ...TYPES }, translation, {
					repeatable: true,
				}),
		),
	);
	return new Map(
		translated.flatMap(({ value }) => value.map(({ sourceId, targetId }) => [sourceId, targetId])),
	);
}

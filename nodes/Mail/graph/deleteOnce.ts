import type { Deeds } from '../../shared/provider/perRun';
import { oncePerRun, rememberDeeds } from '../../shared/provider/perRun';
import type { GraphCall, GraphClient } from './types';

/** The run in a mailbox: the next attempt may begin with an item that spells the mailbox in another way. */
export function runIn({ run, key }: GraphClient): [run: object, place: string] {
	return [run, key.toLowerCase()];
}

const deletions = rememberDeeds<unknown>();

/** The deletions of all attempts at a run, by path: from Deleted Items, another one would be for good. */
export async function deletionsOf(graph: GraphClient): Promise<Deeds<unknown>> {
	return await deletions(...runIn(graph));
}

/**
 * Deletes something once in a run, however many items name it. What goes to Deleted Items under the same ID (fact:
 * delete-target, fact: contact-delete, fact: calendar-delete) is not deleted again where the answer was lost: a second
 * DELETE would be for good.
 * @param asked Where it is no plain DELETE, or may be repeated. What goes with another body is asked for again.
 */
export async function deleteOnce(
	graph: GraphClient,
	path: string,
	{
		repeatable = false,
		...asked
	}: Partial<Pick<GraphCall, 'method' | 'body' | 'repeatable' | 'removes'>> = {},
): Promise<void> {
	// By its path alone, the deletion of a folder is known to those of what lay in it.
	const name = asked.body === undefined ? path : JSON.stringify([path, asked.body]);
	const call = { method: 'DELETE', path, repeatable, ...asked } as const;
	await oncePerRun(await deletionsOf(graph), name, async () => await graph.request(call));
}

import { ProviderFailure } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import type { GraphCall, GraphClient } from './types';

type Deletions = Map<string, Promise<unknown>>;

const perMailbox = rememberPerRun<object, [mailbox: string], Deletions>(async () => new Map());

/**
 * The deletions of all attempts at a run, by path, but those that surely were not done. Where n8n tries again, what is
 * done must not be deleted once more either: from Deleted Items it would be for good.
 */
export async function deletionsOf({ run, key }: GraphClient): Promise<Deletions> {
	// The next attempt may begin with an item that spells the mailbox in another way.
	return await perMailbox(run, key.toLowerCase());
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
	const deletions = await deletionsOf(graph);
	// By its path alone, the deletion of a folder is known to those of what lay in it.
	const key = asked.body === undefined ? path : JSON.stringify([path, asked.body]);
	const call = { method: 'DELETE', path, repeatable, ...asked } as const;
	const deletion = deletions.get(key) ?? graph.request(call);
	deletions.set(key, deletion);
	deletion.catch((error: unknown) => {
		const mayBeDone = error instanceof ProviderFailure && error.details.mayHaveHappened;
		if (!mayBeDone && deletions.get(key) === deletion) deletions.delete(key);
	});
	await deletion;
}

import { ProviderFailure } from '../http/failures';
import { createPauses } from '../http/pauses';

/** What was read or done in a run, by a name for it, but what surely was not. */
export type Deeds<T> = Map<string, Promise<T>>;

/** Does something once, however many items ask for it: again only where it surely was not done. */
export async function oncePerRun<T>(
	deeds: Deeds<T>,
	name: string,
	act: () => Promise<T>,
): Promise<T> {
	const deed = deeds.get(name) ?? act();
	deeds.set(name, deed);
	deed.catch((error: unknown) => {
		const mayBeDone = error instanceof ProviderFailure && error.details.mayHaveHappened;
		if (!mayBeDone && deeds.get(name) === deed) deeds.delete(name);
	});
	return await deed;
}

/**
 * Remembers what is read for the length of one run, by key: many items that name the same folder or client cost one
 * read. A failed read is not remembered. The memory ends with the client, which is the run's own. In place of a
 * client, a trigger passes the object that it keeps between polls.
 */
export function rememberPerRun<Client extends object, Keys extends string[], T>(
	read: (client: Client, ...keys: Keys) => Promise<T>,
): (client: Client, ...keys: Keys) => Promise<T> {
	const runs = new WeakMap<Client, Deeds<T>>();
	return async (client, ...keys) => {
		const known: Deeds<T> = runs.get(client) ?? new Map();
		runs.set(client, known);
		return await oncePerRun(known, JSON.stringify(keys), async () => await read(client, ...keys));
	};
}

/**
 * Remembers what all attempts at a run did in one place: by n8n's record of the run, as `runOf` gives it. Where n8n tries
 * again, what is done must not be done once more.
 */
export function rememberDeeds<T>(): (run: object, place: string) => Promise<Deeds<T>> {
	return rememberPerRun(async () => new Map());
}

const pausesOf = rememberPerRun(async () => createPauses());

/**
 * Waits until n8n has done what else there is, every 10 ms of a run's work. What was read once sets many items to work in
 * the same turn of the event loop.
 */
export async function pauseInRun(client: object): Promise<void> {
	const pause = await pausesOf(client);
	await pause();
}

import { createPauses } from '../http/pauses';

/**
 * Remembers what is read for the length of one run, by key: many items that name the same folder or client cost one
 * read. A failed read is not remembered. The memory ends with the client, which is the run's own. In place of a
 * client, a trigger passes the object that it keeps between polls, and deletions n8n's record of the run.
 */
export function rememberPerRun<Client extends object, Keys extends string[], T>(
	read: (client: Client, ...keys: Keys) => Promise<T>,
): (client: Client, ...keys: Keys) => Promise<T> {
	const runs = new WeakMap<Client, Map<string, Promise<T>>>();
	return async (client, ...keys) => {
		const known = runs.get(client) ?? new Map<string, Promise<T>>();
		runs.set(client, known);
		const key = JSON.stringify(keys);
		const reading = known.get(key) ?? read(client, ...keys);
		known.set(key, reading);
		reading.catch(() => known.delete(key));
		return await reading;
	};
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

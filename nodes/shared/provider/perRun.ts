/**
 * Remembers what was read for the length of one run, by key: many items that name the same client
 * or template cost one read. A failed read is not remembered.
 */
export function rememberPerRun<Client extends object, T>() {
	const runs = new WeakMap<Client, Map<string, Promise<T>>>();
	return async (api: Client, key: string, read: () => Promise<T>): Promise<T> => {
		const known = runs.get(api) ?? new Map<string, Promise<T>>();
		runs.set(api, known);
		const reading = known.get(key) ?? read();
		known.set(key, reading);
		reading.catch(() => known.delete(key));
		return await reading;
	};
}

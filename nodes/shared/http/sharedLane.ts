import type { Lane } from './lane';

/** Kept by the process, as the quota of a provider is: n8n keeps loaded modules for its whole life. */
const lanes = new Map<string, Lane>();

/**
 * The lane of this name, made when it is used. All executions of the process share it, as they share
 * the provider's quota. Lanes that are idle make way for new ones, so that those of mailboxes and
 * accounts that nobody uses any more do not pile up.
 */
export function sharedLane(name: string, create: () => Lane): Lane {
	// Looked up each time: an idle lane may have been dropped since, and made anew.
	const lane = (): Lane => {
		const known = lanes.get(name);
		if (known) return known;
		for (const [key, { isIdle }] of lanes) if (isIdle()) lanes.delete(key);
		const created = create();
		lanes.set(name, created);
		return created;
	};
	return {
		run: async (weight, task, patience) => await lane().run(weight, task, patience),
		isIdle: () => lane().isIdle(),
	};
}

import { systemClock } from './clock';

/** Work of one go, in milliseconds: n8n's other workflows, webhooks and health checks wait as long. */
const GO_MS = 10;

/**
 * What work that takes many steps waits for before each of them: nothing at first, and every 10 ms until
 * n8n has done what else there is. Steps that wait side by side go on one after the other.
 */
export function createPauses(clock = systemClock): () => Promise<void> {
	let begun = performance.now();
	let last = Promise.resolve();
	return async () => {
		last = last.then(async () => {
			if (performance.now() - begun < GO_MS) return;
			await clock.wait(0);
			begun = performance.now();
		});
		await last;
	};
}

/** The results of a step for each entry, in their order; the event loop is given back every 10 ms. */
export async function mapWithPauses<T, U>(
	entries: readonly T[],
	step: (entry: T) => U | Promise<U>,
	pause = createPauses(),
): Promise<U[]> {
	const results: U[] = [];
	for (const entry of entries) {
		await pause();
		results.push(await step(entry));
	}
	return results;
}

/** Short steps that are taken before others may have their turn: a tenth of a millisecond. */
const STEPS_A_TURN = 32;

/** Takes a short step for each entry; the event loop is given back every 10 ms. */
export async function eachInTurns<T>(
	entries: Iterable<T>,
	step: (entry: T) => void,
	pause: () => Promise<void>,
): Promise<void> {
	let taken = 0;
	for (const entry of entries) {
		step(entry);
		if (++taken % STEPS_A_TURN === 0) await pause();
	}
}

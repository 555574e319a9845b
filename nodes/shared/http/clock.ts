import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that tests can run an hour in a millisecond. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason once it is aborted. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Longest single sleep, in milliseconds. A sleep cannot be ended early: an aborted wait keeps the process alive for
 * this long at most.
 */
const LONGEST_SLEEP_MS = 250;

export const systemClock: Clock = {
	now: () => Date.now(),
	wait: async (ms, signal) => await untilAborted(async () => await sleepFor(ms, signal), signal),
};

async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
	for (let left = ms; ; left -= LONGEST_SLEEP_MS) {
		await sleep(Math.min(left, LONGEST_SLEEP_MS));
		if (left <= LONGEST_SLEEP_MS || signal?.aborted) return;
	}
}

/**
 * Runs a task and returns its result. Once the signal is aborted, the task is not begun, or its result is ignored.
 * @throws the signal's reason as soon as it is aborted.
 */
export async function untilAborted<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await task();
	signal.throwIfAborted();
	let stopListening = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stopListening = onAbort(signal, reject);
	});
	try {
		return await Promise.race([task(), aborted]);
	} finally {
		stopListening();
	}
}

/**
 * Calls `listen` when a signal is aborted; any number of callers may wait for one signal. Each listens to a signal of
 * its own that follows it: with more than ten listeners on one, Node warns of a leak in n8n's log
 * (events.defaultMaxListeners). If the signal is aborted already, `listen` runs once the caller has gone on.
 * @returns a function that ends the listening.
 */
export function onAbort(signal: AbortSignal, listen: (reason: unknown) => void): () => void {
	const own = AbortSignal.any([signal]);
	const aborted = () => listen(own.reason);
	own.addEventListener('abort', aborted, { once: true });
	if (own.aborted) queueMicrotask(() => own.dispatchEvent(new Event('abort')));
	return () => own.removeEventListener('abort', aborted);
}

/** True for the reason of a signal whose time is up (`AbortSignal.timeout`). */
export function isTimeout(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'TimeoutError';
}

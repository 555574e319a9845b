import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that tests can run an hour in a millisecond. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason once it is aborted. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Longest single sleep, in milliseconds. It cannot be ended early: an aborted wait keeps the process
 * for as long at most, which nobody notices.
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
 * The result of a task; the task is not begun, or left alone, once the signal is aborted.
 * @throws the signal's reason as soon as it is aborted.
 */
export async function untilAborted<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await task();
	signal.throwIfAborted();
	let forget = () => {};
	const aborted = new Promise<never>((_, reject) => {
		forget = onAbort(signal, reject);
	});
	try {
		return await Promise.race([task(), aborted]);
	} finally {
		forget();
	}
}

/**
 * Listens to a signal that any number wait for. Each gets a signal of its own that follows it: Node warns in n8n's
 * log of a leak where one has more than ten listeners (events.defaultMaxListeners). One that is aborted already
 * is heard too, once the caller has gone on.
 * @returns what ends the listening.
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

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
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([task(), aborted]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

/** True for the reason of a signal whose time is up (`AbortSignal.timeout`). */
export function isTimeout(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'TimeoutError';
}

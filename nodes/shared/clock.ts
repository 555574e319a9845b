import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that tests can run an hour in a millisecond. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason once it is aborted. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest timer there is, in milliseconds; a longer one would fire at once (Node: `setTimeout`). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	async wait(ms, signal) {
		if (!signal) return await sleepLong(ms);
		signal.throwIfAborted();
		let stop = () => {};
		const aborted = new Promise<never>((_, reject) => {
			stop = () => reject(signal.reason);
			signal.addEventListener('abort', stop, { once: true });
		});
		try {
			await Promise.race([sleepLong(ms), aborted]);
		} finally {
			signal.removeEventListener('abort', stop);
		}
	},
};

async function sleepLong(ms: number): Promise<void> {
	for (let left = ms; ; left -= LONGEST_TIMER_MS) {
		await sleep(Math.min(left, LONGEST_TIMER_MS));
		if (left <= LONGEST_TIMER_MS) return;
	}
}

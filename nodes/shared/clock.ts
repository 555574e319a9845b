import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that tests can run an hour in a millisecond. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason once it is aborted. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	async wait(ms, signal) {
		if (!signal) return await sleep(ms);
		signal.throwIfAborted();
		let stop = () => {};
		const aborted = new Promise<never>((_, reject) => {
			stop = () => reject(signal.reason);
			signal.addEventListener('abort', stop, { once: true });
		});
		try {
			await Promise.race([sleep(ms), aborted]);
		} finally {
			signal.removeEventListener('abort', stop);
		}
	},
};

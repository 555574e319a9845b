import { CollectionProblem } from './problem';

interface Window {
	times: number[];
}

/** 50 reads and 20 writes in any 10 s, counted per account (fact: collection-rate). */
export class RateRule {
	/** Length of the rolling window; shorter in tests that shall not last. */
	windowMs = 10_000;

	reads = 50;

	writes = 20;

	/** How often a request was refused. */
	refusals = 0;

	private readonly windows = new Map<string, Window>();

	constructor(private readonly clock: () => number) {}

	/** Forgets what was counted; limits stay. */
	reset(): void {
		this.windows.clear();
		this.refusals = 0;
	}

	/** Counts a request. Throws 429 with Retry-After in seconds when the window is full. */
	count(account: string, isRead: boolean): void {
		const key = `${account}/${isRead ? 'read' : 'write'}`;
		const window = this.windows.get(key) ?? { times: [] };
		this.windows.set(key, window);
		const now = this.clock();
		window.times = window.times.filter((time) => time > now - this.windowMs);
		const [oldest = now] = window.times;
		if (window.times.length >= (isRead ? this.reads : this.writes)) {
			this.refusals += 1;
			throw new CollectionProblem(429, ['Rate limit exceeded'], {
				'retry-after': this.retryAfter(oldest + this.windowMs - now),
			});
		}
		window.times.push(now);
	}

	private retryAfter(milliseconds: number): string {
		const seconds = milliseconds / 1000;
		// Whole seconds as the service gives them; fractions only in a shortened window.
		return String(this.windowMs < 10_000 ? Number(seconds.toFixed(3)) : Math.ceil(seconds));
	}
}

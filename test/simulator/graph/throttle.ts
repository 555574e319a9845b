/** Counts what one app does to each mailbox. */
export interface ConcurrencyGauge {
	/** Takes a slot; false when the limit is reached or too many came in ten minutes. */
	enter(mailbox: string, limit: number): boolean;
	leave(mailbox: string): void;
	/** The most requests that ever ran at once on a mailbox. */
	peak(mailbox: string): number;
	/** Adds uploaded bytes; false when the five minutes' amount is used up. */
	upload(mailbox: string, bytes: number): boolean;
}

// Outlook service, per app and mailbox (fact: mailbox-limits).
const WINDOW_MS = 600_000;
const REQUESTS_PER_WINDOW = 10_000;
const UPLOAD_WINDOW_MS = 300_000;
const UPLOAD_BYTES_PER_WINDOW = 150 * 1024 * 1024;

interface Usage {
	running: number;
	peak: number;
	starts: number[];
	uploads: Array<{ at: number; bytes: number }>;
}

/** A gauge on the given clock (milliseconds). */
export function createGauge(clock: () => number): ConcurrencyGauge {
	const usages = new Map<string, Usage>();
	const usageOf = (mailbox: string): Usage => {
		const usage = usages.get(mailbox) ?? { running: 0, peak: 0, starts: [], uploads: [] };
		usages.set(mailbox, usage);
		return usage;
	};
	return {
		enter(mailbox, limit) {
			const usage = usageOf(mailbox);
			const now = clock();
			if (usage.starts.length >= REQUESTS_PER_WINDOW) {
				usage.starts = usage.starts.filter((start) => start > now - WINDOW_MS);
			}
			if (usage.running >= limit || usage.starts.length >= REQUESTS_PER_WINDOW) return false;
			usage.starts.push(now);
			usage.running += 1;
			usage.peak = Math.max(usage.peak, usage.running);
			return true;
		},
		leave(mailbox) {
			usageOf(mailbox).running -= 1;
		},
		peak: (mailbox) => usageOf(mailbox).peak,
		upload(mailbox, bytes) {
			const usage = usageOf(mailbox);
			const now = clock();
			usage.uploads = usage.uploads.filter((entry) => entry.at > now - UPLOAD_WINDOW_MS);
			const used = usage.uploads.reduce((sum, entry) => sum + entry.bytes, 0);
			if (used + bytes > UPLOAD_BYTES_PER_WINDOW) return false;
			usage.uploads.push({ at: now, bytes });
			return true;
		},
	};
}

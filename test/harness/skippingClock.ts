import { setTimeout as realTime } from 'node:timers/promises';
import type { Clock } from '../../nodes/shared/clock';

/** How often is looked whether something happened, in real milliseconds. */
const TICK_MS = 5;
/**
 * Looks in a row without anything happening before waiting time is skipped. Looks, not time: while
 * the process is busy there are none.
 */
const QUIET_LOOKS = 12;

interface Sleeper {
	at: number;
	wake: () => void;
}

/**
 * A clock that runs in real time while something happens, and skips the time in which everybody
 * waits: what requests really take is measured, yet minutes of waiting pass in a moment.
 */
export class SkippingClock implements Clock {
	private skipped = 0;

	private sleepers: Sleeper[] = [];

	private stopped = false;

	readonly now = (): number => Date.now() + this.skipped;

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((wake, refuse) => {
			const sleeper = { at: this.now() + Math.max(0, ms), wake };
			this.sleepers.push(sleeper);
			signal?.addEventListener('abort', () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				refuse(signal.reason);
			});
		});
	}

	/**
	 * Keeps the clock going until it is stopped.
	 * @param activity changes whenever something happens
	 */
	async run(activity: () => string): Promise<void> {
		let seen = activity();
		let quietLooks = 0;
		while (!this.stopped) {
			await realTime(TICK_MS);
			const current = activity();
			quietLooks = current === seen ? quietLooks + 1 : 0;
			seen = current;
			const next = Math.min(...this.sleepers.map(({ at }) => at));
			if (quietLooks >= QUIET_LOOKS && Number.isFinite(next)) {
				this.skipped += Math.max(0, next - this.now());
				quietLooks = 0;
			}
			this.wakeDue();
		}
	}

	stop(): void {
		this.stopped = true;
	}

	private wakeDue(): void {
		const now = this.now();
		const due = this.sleepers.filter(({ at }) => at <= now);
		this.sleepers = this.sleepers.filter(({ at }) => at > now);
		for (const { wake } of due.sort((a, b) => a.at - b.at)) wake();
	}
}

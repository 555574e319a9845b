import { setImmediate as nextTurn, setTimeout as realTime } from 'node:timers/promises';
import type { Clock } from '../../nodes/shared/clock';
import { isBusy, noRequests } from './network';

/** How often is looked whether something happened, in real milliseconds. */
const TICK_MS = 5;
/**
 * Looks in a row without anything happening before waiting time is skipped. Looks, not time: while
 * the process is busy there are none.
 */
const QUIET_LOOKS = 12;

/**
 * Turns of the event loop in which nothing is under way before time is skipped: code that only goes on
 * from one promise to the next needs a few, and none of them takes time.
 */
const QUIET_TURNS = 20;

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

/**
 * A clock for nodes that talk to the simulator: time passes only when everybody waits for it, and then
 * at once. While a request is under way or a file is read it stands still, however slow the machine is.
 */
export function createSkippingClock(start = 1_800_000_000_000): Clock {
	let time = start;
	let sleepers: Sleeper[] = [];
	let driving = false;

	async function quiet(): Promise<void> {
		for (let turn = 0; turn < QUIET_TURNS; turn++) {
			await nextTurn();
			if (!isBusy()) continue;
			await noRequests();
			turn = -1;
		}
	}

	async function drive(): Promise<void> {
		if (driving) return;
		driving = true;
		while (sleepers.length > 0) {
			await quiet();
			const [next, ...others] = [...sleepers].sort((a, b) => a.at - b.at);
			if (!next) break;
			sleepers = others;
			time = Math.max(time, next.at);
			next.wake();
		}
		driving = false;
	}

	return {
		now: () => time,
		async wait(ms, signal) {
			signal?.throwIfAborted();
			if (ms <= 0) return await nextTurn();
			await new Promise<void>((wake, refuse) => {
				const sleeper = { at: time + ms, wake };
				sleepers.push(sleeper);
				signal?.addEventListener('abort', () => {
					sleepers = sleepers.filter((other) => other !== sleeper);
					refuse(signal.reason);
				});
				void drive();
			});
		},
	};
}

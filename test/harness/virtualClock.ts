import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, onAbort } from '../../nodes/shared/http/clock';

export interface VirtualClock extends Clock {
	/** Lets time pass, waking whoever waits, until the promise is settled. */
	runUntil<T>(promise: Promise<T>): Promise<T>;
	/** Lets this many milliseconds pass. */
	pass(ms: number): Promise<void>;
	/** Sets the time without waking anybody, as a corrected system clock does. */
	set(moment: number): void;
}

interface Sleeper {
	at: number;
	wake: () => void;
}

/** A clock whose time only passes when a test lets it: an hour takes no time. */
export function createVirtualClock(start = 1_800_000_000_000): VirtualClock {
	let time = start;
	let sleepers: Sleeper[] = [];

	/** Wakes the next sleeper not later than `limit`; false when there is none. */
	function wakeNext(limit: number): boolean {
		const [next] = [...sleepers].sort((a, b) => a.at - b.at);
		if (!next || next.at > limit) return false;
		sleepers = sleepers.filter((sleeper) => sleeper !== next);
		time = Math.max(time, next.at);
		next.wake();
		return true;
	}

	return {
		now: () => time,
		async wait(ms, signal) {
			signal?.throwIfAborted();
			await new Promise<void>((wake, refuse) => {
				const sleeper = { at: time + Math.max(0, ms), wake };
				sleepers.push(sleeper);
				if (!signal) return;
				const forget = onAbort(signal, (reason) => {
					sleepers = sleepers.filter((other) => other !== sleeper);
					refuse(reason);
				});
				sleeper.wake = () => {
					forget();
					wake();
				};
			});
		},
		async runUntil(promise) {
			let settled = false;
			const watched = promise.finally(() => (settled = true));
			watched.catch(() => undefined);
			for (;;) {
				await nextTurn();
				if (settled) return await watched;
				if (!wakeNext(Infinity)) {
					await nextTurn();
					if (settled) return await watched;
					throw new Error('Nothing is left to wait for, yet the promise is not settled');
				}
			}
		},
		async pass(ms) {
			const end = time + ms;
			await nextTurn();
			while (wakeNext(end)) await nextTurn();
			time = end;
		},
		set(moment) {
			time = moment;
		},
	};
}

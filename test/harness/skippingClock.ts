import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, onAbort } from '../../nodes/shared/http/clock';
import { isActive, untilIdle } from '../simulator/activity';

/**
 * Turns of the event loop in which nothing is under way before time is skipped: code that only goes on
 * from one promise to the next needs a few, and none of them takes time.
 */
const QUIET_TURNS = 20;

interface Sleeper {
	at: number;
	wake: () => void;
}

/** What Node calls the work on a file that is under way, its closing too. */
const FILE_WORK = /^(FSReq|CloseReq)/;

/** True while a file is read, written or closed. */
function isStoring(): boolean {
	return process.getActiveResourcesInfo().some((name) => FILE_WORK.test(name));
}

/**
 * A clock for nodes that talk to the simulator: time passes only when everybody waits for it, and then
 * at once. While a request is under way, a file is read or work pauses for a turn (`wait(0)`) it stands still,
 * however slow the machine is.
 * @param options.quietTurns Turns in which nothing may be under way.
 * @param options.usesFiles Whether it waits for files.
 */
export function createSkippingClock(
	start = 1_800_000_000_000,
	{ quietTurns = QUIET_TURNS, usesFiles = true } = {},
): Clock {
	let time = start;
	let sleepers: Sleeper[] = [];
	let driving = false;
	/** Somebody gave the event loop back in the middle of work, and goes on. */
	let isWorking = false;

	async function quiet(): Promise<void> {
		for (let turn = 0; turn < quietTurns; turn++) {
			isWorking = false;
			await nextTurn();
			if (!isActive() && !isWorking && !(usesFiles && isStoring())) continue;
			await untilIdle();
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
			if (ms <= 0) {
				isWorking = true;
				return await nextTurn();
			}
			await new Promise<void>((wake, refuse) => {
				const sleeper = { at: time + ms, wake };
				sleepers.push(sleeper);
				const forget =
					signal &&
					onAbort(signal, (reason) => {
						sleepers = sleepers.filter((other) => other !== sleeper);
						refuse(reason);
					});
				sleeper.wake = () => {
					forget?.();
					wake();
				};
				void drive();
			});
		},
	};
}

import type { Clock } from '../http/clock';
import type { Grant, Lane, Patience } from '../http/lane';
import { LanePaused } from '../http/lane';
import type { Outcome, Send } from '../http/request';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../http/retry';

/** HTTP 429 Too Many Requests. */
const TURNED_AWAY = 429;

/** The way to what a provider counts together, shared by all runs of this process that use it. */
export interface Way {
	/**
	 * Runs a task once there is room for it, as `Lane.run` does.
	 * @param task Gets what it sends with: where a request is turned away, the lane is told.
	 */
	run<T>(
		weight: number,
		task: (send: Send, place: Grant) => Promise<T>,
		patience?: Patience,
	): Promise<T>;
}

/** How long a lane is left alone, in milliseconds, for what a refusal asks for. */
type PauseOf = (asked: number | undefined) => number;

const asAsked: PauseOf = (asked) => asked ?? 0;

/**
 * Whether and when a refused request is made again is not decided here.
 * @param pauseOf As long as the refusal asks for, unless given.
 */
export function createWay(lane: Lane, send: Send, clock: Clock, pauseOf = asAsked): Way {
	const sendFrom =
		(place: Grant): Send =>
		async (request) => {
			const outcome = await send(request);
			noteRefusal(place, outcome, clock, pauseOf);
			return outcome;
		};
	return {
		run: async (weight, task, patience) =>
			await lane.run(weight, async (place) => await task(sendFrom(place), place), patience),
	};
}

/** Has a lane pause where the provider turned away what has a place in it. */
export function noteRefusal(place: Grant, outcome: Outcome, clock: Clock, pauseOf = asAsked): void {
	if (!('status' in outcome) || outcome.status !== TURNED_AWAY) return;
	const pause = pauseOf(retryAfterMs(outcome.headers, clock.now()));
	// Longer ones are not waited for: everybody gets the refusal, and with it the time.
	if (pause <= LONGEST_RETRY_AFTER_MS) place.refused(clock.now() + pause);
}

/**
 * For `catch`: a request that may not wait for the end of a pause gets the refusal that began it, and
 * with it the time that is left; everything else is thrown on.
 */
export function turnedAwayBefore(clock: Clock): (error: unknown) => Outcome {
	return (error) => {
		if (!(error instanceof LanePaused)) throw error;
		const seconds = Math.ceil((error.until - clock.now()) / 1_000);
		return { status: TURNED_AWAY, headers: { 'retry-after': String(seconds) }, body: undefined };
	};
}

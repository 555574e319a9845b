import type { Clock } from '../http/clock';
import type { Grant, Lane, Patience } from '../http/lane';
import { LanePaused } from '../http/lane';
import type { Outcome, Send } from '../http/request';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../http/retry';

/** HTTP 429 Too Many Requests. */
const TURNED_AWAY = 429;

/** The way to one quota of a provider, shared by all runs of this process that use it. */
export interface Way {
	/**
	 * Runs a task once there is room for it, as `Lane.run` does.
	 * @param task Gets the function that it sends with, which tells the lane of refusals.
	 */
	run<T>(
		weight: number,
		task: (send: Send, place: Grant) => Promise<T>,
		patience?: Patience,
	): Promise<T>;
}

/** Leaves a lane alone for as long as a refusal asks for, in milliseconds. */
const asAsked = (asked: number | undefined) => asked ?? 0;

/**
 * A way that sends through a lane, and pauses the lane after a refusal. `retry.ts` decides whether a refused request
 * is repeated.
 * @param pauseOf How long to pause; as long as the refusal asks for, unless given.
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

/** Pauses a lane where the provider turned away the request of a task in it. */
export function noteRefusal(place: Grant, outcome: Outcome, clock: Clock, pauseOf = asAsked): void {
	if (!('status' in outcome) || outcome.status !== TURNED_AWAY) return;
	const pause = pauseOf(retryAfterMs(outcome.headers, clock.now()));
	// Nobody waits for a longer pause: each request goes out, and its refusal says how long.
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

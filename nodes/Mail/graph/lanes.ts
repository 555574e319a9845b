import type { Clock } from '../../shared/clock';
import type { Lane } from '../../shared/http/limiter';
import { createSlotLane, LanePaused, sharedLane } from '../../shared/http/limiter';
import type { Outcome, Send } from '../../shared/http/request';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../shared/http/retry';

/** Requests that Graph runs at once for one app and mailbox: https://learn.microsoft.com/graph/throttling-limits */
export const SLOTS = 4;
/** HTTP 429 Too Many Requests. */
const THROTTLED = 429;

/** The way to one mailbox, shared by all runs of this process that use the same credential. */
export interface MailboxLane {
	lane: Lane;
	/** To be called within the lane: a throttled mailbox is left alone by everybody until it asks for more. */
	send: Send;
}

/**
 * @param accountId The credential: Graph counts the requests of one app and mailbox together.
 * @returns the lane of a mailbox by its root, such as `/me` or `/users/<address>`.
 */
export function createMailboxLanes(
	accountId: string,
	send: Send,
	clock: Clock,
): (root: string) => MailboxLane {
	return (root) => {
		// Addresses are the same in any case.
		const name = `graph ${accountId} ${root.toLowerCase()}`;
		const lane = sharedLane(name, () => createSlotLane(SLOTS, clock));
		return {
			lane,
			async send(request) {
				const outcome = await send(request);
				if ('status' in outcome && outcome.status === THROTTLED) {
					const pause = retryAfterMs(outcome.headers, clock.now()) ?? 0;
					// Longer ones are not waited for: everybody gets the refusal, and with it the time.
					if (pause <= LONGEST_RETRY_AFTER_MS) lane.pauseUntil(clock.now() + pause);
				}
				return outcome;
			},
		};
	};
}

/**
 * For `catch`: a request that may not wait for the end of a pause gets the refusal that began it, and
 * with it the time that is left; everything else is thrown on.
 */
export function throttledByOthers(clock: Clock): (error: unknown) => Outcome {
	return (error) => {
		if (!(error instanceof LanePaused)) throw error;
		const seconds = Math.ceil((error.until - clock.now()) / 1_000);
		return { status: THROTTLED, headers: { 'retry-after': String(seconds) }, body: undefined };
	};
}

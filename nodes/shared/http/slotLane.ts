import type { Clock } from './clock';
import type { Lane } from './lane';
import { createLane } from './lane';
import { TIMEOUT_MS } from './request';

/**
 * How long a lane makes do with fewer slots after a refusal, in milliseconds, before it tries one more. Other
 * processes get their turn in the meantime, and at most one request in some hundred is refused.
 */
export const SLOT_TRIAL_MS = 5_000;
/**
 * A task that runs longer hangs, in milliseconds: a sixth of the time limit of a request, until which a connection is
 * silent that a router forgot.
 */
const HANGS_MS = TIMEOUT_MS / 6;

/**
 * A lane with room for a number of tasks at the same time. Other processes may use the same slots of the provider
 * without knowing of each other, so that a refusal means: crowded. Then each task gets one slot, and the lane has half
 * of its slots. Each further refusal takes one more away; `SLOT_TRIAL_MS` without one gives one back, until it has all
 * again. While a task hangs, each other one gets one slot as well: none waits for all of them.
 */
export function createSlotLane(slots: number, clock: Clock): Lane {
	/** The slots that each running task has, and since when, oldest first. */
	const running = new Set<{ got: number; since: number }>();
	/** The slots that this process makes do with, and since when; undefined while it notices no others. */
	let crowded: { slots: number; since: number } | undefined;

	function grow() {
		if (!crowded) return;
		const now = clock.now();
		// A clock that was set back must not put off all trials.
		crowded.since = Math.min(crowded.since, now);
		const trials = Math.floor((now - crowded.since) / SLOT_TRIAL_MS);
		if (trials <= 0) return;
		const more = crowded.slots + trials;
		crowded = more > slots ? undefined : { slots: more, since: now };
	}

	const taken = () => [...running].reduce((sum, { got }) => sum + got, 0);
	/** When the oldest task begins to hang; Infinity: none runs. */
	const hangsAt = () => Math.min(...[...running].map(({ since }) => since + HANGS_MS));
	const granted = (weight: number) =>
		crowded || hangsAt() <= clock.now() ? 1 : Math.min(weight, slots);

	return createLane(
		{
			opensAt(weight) {
				grow();
				if (taken() + granted(weight) <= (crowded?.slots ?? slots)) return 0;
				return granted(weight) > 1 ? hangsAt() : Infinity;
			},
			take(weight) {
				const place = { got: granted(weight), since: clock.now() };
				running.add(place);
				return {
					weight: place.got,
					giveBack: () => void running.delete(place),
					refused(until) {
						const fewer = crowded ? crowded.slots - 1 : slots / 2;
						crowded = { slots: Math.max(1, fewer), since: clock.now() };
						return until;
					},
				};
			},
			isEmpty() {
				grow();
				return running.size === 0 && crowded === undefined;
			},
		},
		clock,
	);
}

import type { Clock } from './clock';
import type { Lane } from './lane';
import { createLane } from './lane';

/**
 * How long a lane does with fewer slots after a refusal, in milliseconds, before it tries one more.
 * Other processes get their turn in the meantime, and at most one request in some hundred is refused.
 */
export const SLOT_TRIAL_MS = 5_000;

/**
 * A lane with room for a number of tasks at the same time. Other processes may use the same slots of
 * the provider without knowing of each other: after a refusal the lane is crowded. Each task gets one
 * slot then, and the lane itself half of them, one fewer with each refusal, one more after a while
 * without. It is as before once it got them all back.
 */
export function createSlotLane(slots: number, clock: Clock): Lane {
	let taken = 0;
	/** Slots that this process makes do with, and since when; undefined while it meets no others. */
	let crowded: { slots: number; since: number } | undefined;

	function grow() {
		if (!crowded) return;
		const now = clock.now();
		const trials = Math.floor((now - crowded.since) / SLOT_TRIAL_MS);
		if (trials <= 0) return;
		const more = crowded.slots + trials;
		crowded = more > slots ? undefined : { slots: more, since: now };
	}

	const granted = (weight: number) => (crowded ? 1 : Math.min(weight, slots));

	return createLane(
		{
			opensAt(weight) {
				grow();
				return taken + granted(weight) <= (crowded?.slots ?? slots) ? 0 : Infinity;
			},
			take(weight) {
				const got = granted(weight);
				taken += got;
				return {
					weight: got,
					giveBack() {
						taken -= got;
					},
					refused(until) {
						const fewer = crowded ? crowded.slots - 1 : slots / 2;
						crowded = { slots: Math.max(1, fewer), since: clock.now() };
						return until;
					},
				};
			},
			isEmpty() {
				grow();
				return taken === 0 && crowded === undefined;
			},
		},
		clock,
	);
}

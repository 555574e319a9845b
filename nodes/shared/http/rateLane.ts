import type { Clock } from './clock';
import type { Lane } from './lane';
import { createLane } from './lane';

/** How long a place that is free again is one's own, in milliseconds: a request is on its way by then. */
const CLAIM_MS = 1_000;
/** How long other processes are reckoned with after a refusal, in milliseconds. */
const CROWDED_MS = 120_000;
/**
 * How long a process that has all places waits after a refusal before it looks for more, in
 * milliseconds; one that has half of them waits twice as long, so that all looks together stay under
 * one request in twenty. Measured with two and with four processes: test/perf/share.ts
 */
const LOOK_MS = 13_000;
/** The longest such wait, in milliseconds: others may have ended long before. */
const LONGEST_LOOK_MS = 50_000;

/**
 * A lane that starts at most `limit` tasks in any `windowMs` milliseconds, each of them one request,
 * whatever its weight. A task keeps its place while it runs and for one window after its end: the
 * provider may have counted it at any moment in between.
 *
 * Several processes may use up one limit without knowing of each other. Each one keeps the places that
 * the provider granted it, and uses them again as soon as they are free, so that nobody is refused
 * while all are busy. To any other place it feels its way: with few requests at once, as long as it
 * might be one of several, and after a refusal when the provider says that there is room again. Where
 * that is not so, others use it up: then with a single one every now and then.
 */
export function createRateLane(
	limit: number,
	windowMs: number,
	clock: Clock,
	random = Math.random,
): Lane {
	/** When each place that was given back is free again, soonest first. */
	const leaving: number[] = [];
	let running = 0;
	/** Tasks under way to places that were not this process's before. */
	let looking = 0;
	let crowdedUntil = 0;
	let nextLook = 0;
	let refusals = 0;
	/** Refusals, one after the other, without room when the provider expected some; none in between. */
	let inARow = 0;
	/** When somebody who waits was told to come again; Infinity where nobody was. */
	let expected = Infinity;

	const used = () => running + leaving.length;

	/** Forgets places that nobody waited for when they were free again: they are anybody's by now. */
	function forget(now: number) {
		// While the event loop was busy with something else nobody could use them: they are free from now on.
		const isLate = expected < now && now - expected <= windowMs;
		for (const [place, free] of leaving.entries()) {
			if (isLate && free < now && free >= expected - CLAIM_MS) leaving[place] = now;
		}
		while ((leaving[0] ?? Infinity) < now - CLAIM_MS) leaving.shift();
		// A clock that was set back must not close the lane for longer than a window.
		for (const [place, free] of leaving.entries()) {
			leaving[place] = Math.min(free, now + windowMs);
		}
		nextLook = Math.min(nextLook, now + 1.25 * LONGEST_LOOK_MS);
		crowdedUntil = Math.min(crowdedUntil, now + CROWDED_MS);
	}

	/** How many may look at the same time: others that do the same meet at a half, a quarter, ... */
	function lookers(now: number): number {
		const granted = used() - looking;
		if (granted === 0 || now < crowdedUntil) return 1;
		const quarter = Math.floor(limit / 4) - granted;
		if (quarter > 0) return quarter;
		return Math.ceil(granted > limit / 2 ? limit / 8 : limit / 20);
	}

	function lookOpensAt(now: number): number {
		if (used() >= limit || looking >= lookers(now)) return Infinity;
		return used() === 0 ? 0 : nextLook;
	}

	/**
	 * There was no room. When the provider expects some, it is looked for again; where there is none then
	 * either, others use it up, and the next look is put off: the fewer places a process has, the more others
	 * there are. More than half of all is given up, the places that are free soonest: whoever came later finds them.
	 * @returns how many places it has beside the one that was refused.
	 */
	function meetOthers(until: number): number {
		const now = clock.now();
		const half = Math.ceil(limit / 2);
		leaving.splice(0, Math.max(0, used() - 1 - half));
		const own = used() - 1;
		inARow = now < crowdedUntil ? inARow + 1 : 1;
		// What was given up is not looked for at once.
		if (own >= half) inARow = Math.max(inARow, 2);
		const wait = inARow === 1 ? 0 : Math.min(LONGEST_LOOK_MS, (LOOK_MS * limit) / Math.max(1, own));
		crowdedUntil = now + CROWDED_MS;
		nextLook = Math.max(until, now + wait * (0.75 + random() / 2));
		return own;
	}

	return createLane(
		{
			opensAt() {
				const now = clock.now();
				forget(now);
				const opens = Math.min(leaving[0] ?? Infinity, lookOpensAt(now));
				expected = opens > now ? opens : Infinity;
				return opens;
			},
			take() {
				const isLook = (leaving[0] ?? Infinity) > clock.now();
				if (isLook) looking += 1;
				else leaving.shift();
				running += 1;
				let refused = false;
				const before = refusals;
				return {
					weight: 1,
					giveBack() {
						running -= 1;
						if (isLook) looking -= 1;
						// There was one more: there may be yet another.
						if (isLook && before === refusals) {
							nextLook = 0;
							if (inARow === 1) inARow = 0;
						}
						if (!refused) leaving.push(clock.now() + windowMs);
					},
					refused(until) {
						refused = true;
						refusals += 1;
						const own = meetOthers(until);
						// One's own places are good still, unless one of them was lost or all are closed.
						const isOpen = isLook && own > 0 && until <= clock.now() + windowMs;
						return isOpen ? 0 : until;
					},
				};
			},
			isEmpty() {
				const now = clock.now();
				return running === 0 && (leaving.at(-1) ?? 0) <= now && crowdedUntil <= now;
			},
		},
		clock,
	);
}

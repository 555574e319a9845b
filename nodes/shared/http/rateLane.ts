import type { Clock } from './clock';
import type { Lane } from './lane';
import { createLane } from './lane';

/** How long this process keeps a place that is free again, in milliseconds: its next request is on its way by then. */
const CLAIM_MS = 1_000;
/** How long after a refusal this process expects others to use the limit too, in milliseconds. */
const CROWDED_MS = 120_000;
/**
 * How long a process that has all places waits after a refusal before it probes for more, in milliseconds. One with
 * half of them waits twice as long, so that all probes together stay under one request in twenty. Measured with two
 * and with four processes: test/perf/share.ts
 */
const PROBE_MS = 15_000;
/** The longest such wait, in milliseconds: other processes may have ended long before. */
const MAX_PROBE_MS = 50_000;
/** How long the last tasks of a job wait instead, in milliseconds: a place found for them saves half a window. */
const LAST_PROBE_MS = 5_000;

/**
 * A lane that starts at most `limit` tasks in any `windowMs` milliseconds, each of them one request, whatever its
 * weight. A task keeps its place while it runs and for one window after its end: the provider may have counted it at
 * any moment in between.
 *
 * Several processes may share one limit without knowing of each other. A process keeps the places that the provider
 * granted it, and uses them again as soon as they are free: while all are busy, nobody is refused. It finds further
 * places by probes, a few at once as long as it might be one of several. After a refusal it probes when the provider
 * says that there is room again. If there is none, others use it up: then it makes a single probe now and then.
 */
export function createRateLane(
	limit: number,
	windowMs: number,
	clock: Clock,
	random = Math.random,
): Lane {
	/** When each place that was given back is free again, soonest first. */
	const freeAt: number[] = [];
	let running = 0;
	/** Probes under way: tasks in places that this process did not have before. */
	let probing = 0;
	let crowdedUntil = 0;
	let nextProbe = 0;
	let nextLastProbe = 0;
	/** How many tasks waited at most; each refusal halves it. */
	let backlog = 0;
	let refusals = 0;
	/** The last probe found no place. */
	let foundNone = false;
	/** When a waiting task was told to try again; Infinity where none was. */
	let expected = Infinity;

	const used = () => running + freeAt.length;

	/** Gives up places that nothing used for `CLAIM_MS` after they were free: other processes may have them by now. */
	function giveUpUnused(now: number) {
		// While the event loop was busy with something else, nothing could use them: they count as free from now on.
		const isLate = expected < now && now - expected <= windowMs;
		for (const [place, free] of freeAt.entries()) {
			if (isLate && free < now && free >= expected - CLAIM_MS) freeAt[place] = now;
		}
		while ((freeAt[0] ?? Infinity) < now - CLAIM_MS) freeAt.shift();
		// A clock that was set back must not close the lane for longer than a window.
		for (const [place, free] of freeAt.entries()) {
			freeAt[place] = Math.min(free, now + windowMs);
		}
		nextProbe = Math.min(nextProbe, now + 1.25 * MAX_PROBE_MS);
		crowdedUntil = Math.min(crowdedUntil, now + CROWDED_MS);
	}

	/** How many probes may run at once: processes that all keep to this meet at a half, a quarter, ... of the limit. */
	function mostProbes(now: number): number {
		const granted = used() - probing;
		if (granted === 0 || now < crowdedUntil) return 1;
		const quarter = Math.floor(limit / 4) - granted;
		if (quarter > 0) return quarter;
		return Math.ceil(granted > limit / 2 ? limit / 10 : limit / 20);
	}

	function probeOpensAt(now: number, waiting: number): number {
		if (used() >= limit || probing >= mostProbes(now)) return Infinity;
		if (used() === 0) return 0;
		// Where they come one by one, few wait, and they are not the last.
		const areLast = waiting <= used() / 3 && backlog > used() / 3 && probing === 0;
		return areLast ? Math.min(nextProbe, nextLastProbe) : nextProbe;
	}

	/**
	 * The provider had no room. A process gives up what it has beyond half of all places, those that are free soonest:
	 * for processes that came later. After a first refused probe, and where somebody took a place of its own, the next
	 * probe waits until the provider expects room. After a second one, others use it up, and probes wait longer: the
	 * fewer places this process has, the more others there are.
	 * @param isNews No other request was refused while this one was under way.
	 * @returns how many places it has beside the one that was refused.
	 */
	function meetOthers(until: number, isProbe: boolean, isNews: boolean): number {
		const now = clock.now();
		const half = Math.ceil(limit / 2);
		// Probes under way are refused as well, mostly.
		const granted = () => used() - probing - (isProbe ? 0 : 1);
		freeAt.splice(0, Math.max(0, granted() - half));
		const own = granted();
		// Whoever took one of its own places gives it up again, unless there are more than two processes.
		const looksAgain = isProbe ? !foundNone || now >= crowdedUntil : own > limit / 3;
		// It does not probe at once for what it gave up.
		const isSoon = looksAgain && own < half;
		const wait = isSoon ? 0 : Math.min(MAX_PROBE_MS, (PROBE_MS * limit) / Math.max(1, own));
		const next = Math.max(until, now + wait * (0.75 + random() / 2));
		nextProbe = isNews ? next : Math.max(nextProbe, until);
		foundNone = true;
		backlog /= 2;
		nextLastProbe = Math.max(until, now + LAST_PROBE_MS);
		crowdedUntil = now + CROWDED_MS;
		return own;
	}

	return createLane(
		{
			opensAt(_weight, waiting) {
				const now = clock.now();
				giveUpUnused(now);
				backlog = Math.max(backlog, waiting);
				const opens = Math.min(freeAt[0] ?? Infinity, probeOpensAt(now, waiting));
				expected = opens > now ? opens : Infinity;
				return opens;
			},
			take() {
				const isProbe = (freeAt[0] ?? Infinity) > clock.now();
				if (isProbe) probing += 1;
				else freeAt.shift();
				running += 1;
				let refused = false;
				const before = refusals;
				return {
					weight: 1,
					giveBack() {
						running -= 1;
						if (isProbe) probing -= 1;
						// The probe found a place: there may be another one.
						if (isProbe && before === refusals) {
							nextProbe = 0;
							foundNone = false;
						}
						if (!refused) freeAt.push(clock.now() + windowMs);
					},
					refused(until) {
						refused = true;
						const own = meetOthers(until, isProbe, before === refusals);
						refusals += 1;
						// A refusal does not close the other places, unless the provider asks for a long wait.
						const isOpen = own > 0 && until <= clock.now() + windowMs;
						return isOpen ? 0 : until;
					},
				};
			},
			isEmpty() {
				const now = clock.now();
				return running === 0 && (freeAt.at(-1) ?? 0) <= now && crowdedUntil <= now;
			},
		},
		clock,
	);
}

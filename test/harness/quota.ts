/**
 * Several processes that use up one account's quota at the same time, each with a lane of its own, as
 * n8n's workers have.
 */
import type { Clock } from '../../nodes/shared/http/clock';
import { exchange } from '../../nodes/shared/http/exchange';
import { createRateLane } from '../../nodes/shared/http/rateLane';
import type { HttpRequest, Outcome, Send } from '../../nodes/shared/http/request';
import { createWay } from '../../nodes/shared/provider/lanes';
import { CollectionProblem } from '../simulator/collection/problem';
import { RateRule } from '../simulator/collection/rateRule';
import { createRandom } from '../simulator/faults';
import type { VirtualClock } from './virtualClock';
import { createVirtualClock } from './virtualClock';

/** The provider's quota: 20 writes in any 10 seconds. */
const WRITES = 20;
const WINDOW_MS = 10_000;
/** Items that a node works on at the same time. */
const AT_ONCE = 80;
/** A request is 25 to 35 ms under way, its answer too, and the provider works on it for 20 ms. */
const LINE_MS = 25;
const JITTER_MS = 10;
const SERVICE_MS = 20;
const WRITE: HttpRequest = { method: 'POST', url: 'https://provider.example.com/clients' };

export interface QuotaRace {
	processes: number;
	/** Writes of each process. */
	writes: number;
	seed: number;
	/** Within how many milliseconds the processes begin. */
	beginWithinMs: number;
	/** How many of the processes have an event loop that is busy with something else now and then. */
	busy?: number;
	/** A small job of one more process, in the middle of theirs. */
	late?: { writes: number; afterMs: number };
}

export interface QuotaRaceResult {
	/** The time it took all of them, as a multiple of the least time in which the provider takes it. */
	ratio: number;
	/** The part of all requests that was answered with 429. */
	refused: number;
	/** Writes that were given up. */
	failed: number;
	/** How long the small job took, in milliseconds; 0 without one. */
	lateMs: number;
}

/** Runs the processes against the provider's rule, in virtual time. */
export async function raceForQuota(race: QuotaRace): Promise<QuotaRaceResult> {
	const { processes, writes, seed, beginWithinMs, busy = 0, late } = race;
	const clock = createVirtualClock();
	const random = createRandom(seed);
	const rule = new RateRule(clock.now);
	let asked = 0;
	const send = provider(rule, clock, random);
	const counted: Send = async (request) => {
		asked += 1;
		return await send(request);
	};
	let begin = Infinity;
	let lateMs = 0;
	const comeLate = async ({ writes: few, afterMs }: NonNullable<QuotaRace['late']>) => {
		await clock.wait(afterMs + random() * WINDOW_MS);
		const began = clock.now();
		const failed = await runProcess({ clock, random, writes: few, send: counted });
		lateMs = clock.now() - began;
		return failed;
	};
	const failures = await clock.runUntil(
		Promise.all([
			...(late ? [comeLate(late)] : []),
			...Array.from({ length: processes }, async (_, own) => {
				const loop = own < busy ? createBusyLoop(clock, createRandom(seed * 100 + own)) : clock;
				await loop.wait(random() * beginWithinMs);
				begin = Math.min(begin, clock.now());
				// An answer is read when the event loop runs again.
				const read: Send = async (request) => {
					const outcome = await counted(request);
					await loop.wait(0);
					return outcome;
				};
				return await runProcess({
					clock: loop,
					random,
					writes,
					send: loop === clock ? counted : read,
				});
			}),
		]),
	);
	const least = (Math.ceil((processes * writes) / WRITES) - 1) * WINDOW_MS;
	return {
		ratio: (clock.now() - begin) / least,
		refused: rule.refusals / asked,
		failed: failures.reduce((sum, failed) => sum + failed, 0),
		lateMs,
	};
}

/** An event loop is busy for one to three seconds, as by a long text, after ten to thirty seconds each. */
const BUSY_MS = [1_000, 3_000] as const;
const FREE_MS = [10_000, 30_000] as const;

/** The clock as a process sees it whose event loop is busy at times: whoever waits is woken later. */
function createBusyLoop(clock: VirtualClock, random: () => number): Clock {
	const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);
	let from = clock.now() + random() * FREE_MS[1];
	let to = from + between(BUSY_MS);
	return {
		now: clock.now,
		async wait(ms, signal) {
			await clock.wait(ms, signal);
			for (; to <= clock.now(); to = from + between(BUSY_MS)) from = to + between(FREE_MS);
			if (from <= clock.now()) await clock.wait(to - clock.now());
		},
	};
}

function provider(rule: RateRule, clock: VirtualClock, random: () => number): Send {
	const travel = async () => await clock.wait(LINE_MS + random() * JITTER_MS);
	return async () => {
		await travel();
		const answer = count(rule);
		if (answer.status === 200) await clock.wait(SERVICE_MS);
		await travel();
		return answer;
	};
}

function count(rule: RateRule) {
	try {
		rule.count('account', false);
		return { status: 200, headers: {}, body: undefined };
	} catch (error) {
		if (!(error instanceof CollectionProblem)) throw error;
		return { status: error.status, headers: error.headers, body: undefined };
	}
}

interface Process {
	clock: Clock;
	random: () => number;
	writes: number;
	send: Send;
}

/** Makes the writes as the Collection node does; returns how many were given up. */
async function runProcess({ clock, random, writes, send }: Process): Promise<number> {
	const way = createWay(createRateLane(WRITES, WINDOW_MS, clock, random), send, clock);
	const attempt = async (): Promise<Outcome> =>
		await way.run(1, async (sendIt) => await sendIt(WRITE));
	let begun = 0;
	let failed = 0;
	const worker = async () => {
		for (; begun < writes;) {
			begun += 1;
			const outcome = await exchange(attempt, { clock, repeatable: false, random });
			if (!('status' in outcome && outcome.status === 200)) failed += 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	return failed;
}

/** The value that this part of all values do not exceed: 0.5 for the median. */
export function quantile(values: number[], part: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? NaN;
}

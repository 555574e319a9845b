import type { RandomFaults } from '../simulator/faults';
import { createRandom } from '../simulator/faults';
import { MINUTE, SECOND, startTriggerBench } from './trigger';

/** A run of mails and polls, reproducible by its seed. */
export interface ModelRun {
	seed: number;
	mails: number;
	/** One a minute. */
	polls: number;
	/** The longest time until a mail becomes visible, in milliseconds; each has one of its own. */
	lag: number;
	/** What n8n's clock is ahead of the provider's, in milliseconds. */
	skew?: number;
	faults?: Pick<RandomFaults, 'rate' | 'kinds'>;
	/** Share of polls before which n8n dies and resumes from what it had saved. */
	restarts?: number;
	/** Share of polls during which another poll begins. */
	overlaps?: number;
	/** Share of polls before which, or during which, n8n updates the package. */
	reloads?: number;
	maxMails?: number;
	/** Share of mails that the search filter wants; polls that find none of them save no state. */
	wanted?: number;
}

/** Subjects of mails that the filter wants. */
export interface ModelResult {
	expected: string[];
	/** In the order of their delivery. */
	delivered: string[];
}

/**
 * How long is polled after the last mail became visible, in milliseconds: until no poll looks back as
 * far as its time, so that what is forgotten too early shows as well.
 */
const DRAINING_MS = 24 * MINUTE;
/** The time between these polls. */
const DRAINING_STEP = 3 * MINUTE;

/** Lets mails arrive and polls happen; tells what arrived and what was delivered. */
export async function runModel(run: ModelRun): Promise<ModelResult> {
	const random = createRandom(run.seed);
	const options = { maxMails: run.maxMails ?? 50 };
	const searchFilter = run.wanted === undefined ? '' : 'subject:wanted';
	const bench = await startTriggerBench({ searchFilter, options }, run.skew);
	const realNow = Date.now;
	// The code of n8n and its libraries see the wrong clock too.
	Date.now = bench.clock.now;
	const result: ModelResult = { expected: [], delivered: [] };
	const begin = bench.time.now;
	const arrivals = planArrivals(run, begin, random);
	const deliverUntil = (moment: number) => {
		while ((arrivals.at(-1)?.at ?? Infinity) <= moment) {
			const next = arrivals.pop();
			if (!next) return;
			bench.time.now = next.at;
			const isWanted = random() < (run.wanted ?? 1);
			const subject = `${isWanted ? 'wanted' : 'other'} ${arrivals.length}`;
			bench.mailbox.deliver({ subject, from: 'a@contoso.com' }, { visibleAfterMs: next.lag });
			if (isWanted) result.expected.push(subject);
		}
		bench.time.now = moment;
	};
	const pollOnce = async () => {
		// n8n notes a poll that failed and goes on with the next one.
		const items = await bench.poll({ after: 0 }).catch(() => []);
		result.delivered.push(...items.map(({ json }) => String(json.subject)));
	};

	try {
		// Half of them come whole with the list, half are loaded one by one.
		const as = random() < 0.5 ? 'works' : 'refused';
		bench.simulator.readings.choose({ fact: 'expand-in-list', as });
		await bench.activate();
		if (run.faults)
			bench.simulator.faults.random({ seed: run.seed, ...run.faults, retryAfterSeconds: 0 });
		const lastArrival = begin + run.polls * MINUTE;
		const end = lastArrival + run.lag + DRAINING_MS;
		while (bench.time.now < end) {
			const drains = bench.time.now >= lastArrival;
			if (drains) bench.simulator.faults.clear();
			const step = drains ? DRAINING_STEP : MINUTE;
			deliverUntil(bench.time.now + step);
			await bench.clock.wait(step);
			if (random() < (run.restarts ?? 0)) bench.restart();
			const overlapping = random() < (run.overlaps ?? 0);
			const first = overlapping ? [pollOnce()] : [];
			if (random() < (run.reloads ?? 0)) bench.reload();
			await Promise.all([...first, pollOnce()]);
			bench.simulator.requests.clear();
		}
	} finally {
		Date.now = realNow;
		await bench.stop();
	}
	return result;
}

/** When mails arrive and how late they show, the last one first; often several in one second. */
function planArrivals(run: ModelRun, begin: number, random: () => number) {
	const span = run.polls * MINUTE - SECOND;
	return Array.from({ length: run.mails }, () => ({
		at: Math.floor(random() * span),
		lag: Math.floor(random() * (run.lag + 1)),
	}))
		.sort((a, b) => b.at - a.at)
		.map(({ at, lag }) => ({ at: begin + SECOND + at, lag }));
}

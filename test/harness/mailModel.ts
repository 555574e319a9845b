import type { RandomFaults } from '../simulator/faults';
import { createRandom } from '../simulator/faults';
import { MINUTE, SECOND, START, startTriggerBench } from './trigger';

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
	maxMails?: number;
	/** Share of mails that the search filter wants; polls that find none of them save no state. */
	wanted?: number;
}

export interface ModelResult {
	/** Mails that the filter wants. */
	expected: number;
	delivered: number;
	lost: string[];
	repeated: string[];
	/** Polls that ended in an error. */
	errors: number;
	/** Polls that began while another one ran. */
	overlapped: number;
	restarts: number;
	requests: number;
	/** The longest that a visible mail waited for its delivery, in milliseconds of the model. */
	longestWait: number;
}

/** Runs follow each other in time: what the process remembers of a pause must not lie in the future. */
let nextBegin = START;

/** Polls after the last mail, so that all becomes visible and is delivered. */
const DRAINING_POLLS = 40;

/** Lets mails arrive and polls happen, and compares what arrived with what was delivered. */
export async function runModel(run: ModelRun): Promise<ModelResult> {
	const random = createRandom(run.seed);
	const bench = await startTriggerBench(
		{
			searchFilter: run.wanted === undefined ? '' : 'subject:wanted',
			options: { maxMails: run.maxMails ?? 50 },
		},
		nextBegin,
	);
	const realNow = Date.now;
	const result: ModelResult = {
		expected: 0,
		delivered: 0,
		lost: [],
		repeated: [],
		errors: 0,
		overlapped: 0,
		restarts: 0,
		requests: 0,
		longestWait: 0,
	};
	const visibleAt = new Map<string, number>();
	const waiting = new Set<string>();
	const begin = bench.time.now;
	const arrivals = planArrivals(run, begin, random);
	const setClock = () => {
		const ahead = bench.time.now + (run.skew ?? 0) - realNow();
		Date.now = () => realNow() + ahead;
	};
	const deliverUntil = (moment: number) => {
		while ((arrivals.at(-1)?.at ?? Infinity) <= moment) {
			const next = arrivals.pop();
			if (!next) return;
			bench.time.now = next.at;
			const isWanted = random() < (run.wanted ?? 1);
			const subject = `${isWanted ? 'wanted' : 'other'} ${visibleAt.size}`;
			bench.mailbox.deliver({ subject, from: 'a@contoso.com' }, { visibleAfterMs: next.lag });
			visibleAt.set(subject, next.at + next.lag);
			if (!isWanted) continue;
			result.expected += 1;
			waiting.add(subject);
		}
		bench.time.now = moment;
	};
	const pollOnce = async () => {
		try {
			for (const { json } of await bench.poll({ after: 0 })) {
				const subject = String(json.subject);
				if (!waiting.delete(subject)) result.repeated.push(subject);
				else result.delivered += 1;
				const waited = bench.time.now - (visibleAt.get(subject) ?? 0);
				result.longestWait = Math.max(result.longestWait, waited);
			}
		} catch {
			// n8n notes the failed poll and goes on with the next one.
			result.errors += 1;
		}
	};

	try {
		setClock();
		await bench.activate();
		if (run.faults)
			bench.simulator.faults.random({ seed: run.seed, ...run.faults, retryAfterSeconds: 0 });
		for (let minute = 1; minute <= run.polls + DRAINING_POLLS; minute++) {
			if (minute > run.polls) bench.simulator.faults.clear();
			deliverUntil(begin + minute * MINUTE);
			setClock();
			if (random() < (run.restarts ?? 0)) {
				bench.restart();
				result.restarts += 1;
			}
			const overlapping = random() < (run.overlaps ?? 0);
			if (overlapping) result.overlapped += 1;
			await Promise.all(overlapping ? [pollOnce(), pollOnce()] : [pollOnce()]);
			result.requests += bench.simulator.requests.count();
			bench.simulator.requests.clear();
		}
	} finally {
		Date.now = realNow;
		nextBegin = bench.time.now + 60 * MINUTE;
		await bench.stop();
	}
	result.lost = [...waiting];
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { TriggerResult } from '../../scripts/benchmark/results';
import { withAccounts } from '../host/exampleWorkflow';
import type { N8nClient } from '../host/n8nClient';
import { chain } from '../host/workflows';
import { createRandom } from '../simulator/faults';
import { type LoggedRequest, observeRequests } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { connectSide } from './accounts';
import { OURS, type Side, THEIRS } from './sides';

/** Both poll once a minute, as n8n proposes. First nothing arrives, for two polls or three. */
const QUIET_MS = 150_000;
/** Emails that lie in each mailbox before, the newest of them an hour old. */
const LYING = 1_000;
const HOUR_MS = 3_600_000;
/** Then emails arrive, each visible up to so much later. */
const ARRIVING_MS = 150_000;
const EMAILS = 150;
const LONGEST_LAG_MS = 10_000;
/** From this moment on the next poll of each side meets a burst: so many emails in the second of the poll. */
const BURST_AT_MS = 75_000;
const BURST = 100;
const BURST_MS = 1_000;
/** Two polls that find what is left. */
const SETTLING_MS = 130_000;
/** Requests of one poll follow each other faster than this. */
const BETWEEN_POLLS_MS = 20_000;
const LOOK_EVERY_MS = 200;
/** What their subjects begin with. */
const LATE = 'Late';
const SUDDEN = 'Sudden';
/** Of the moments and the lags. */
const SEED = 4711;

interface Watching {
	client: N8nClient;
	simulator: Simulator;
	/** Ends the waiting */
	signal: AbortSignal;
}

interface Watch {
	side: Side;
	workflowId: string;
	/** Subjects of what arrived */
	arrived: string[];
}

/**
 * Lets both triggers poll once a minute, first an empty time, then one in which emails arrive late and in a
 * burst, and says what became of the emails. Takes about seven minutes, in mailboxes of its own.
 */
export async function playTriggers(
	watching: Watching,
): Promise<{ ours: TriggerResult; theirs: TriggerResult }> {
	const { simulator, signal } = watching;
	for (const { watched } of [OURS, THEIRS]) fill(simulator, watched);
	const ours = await publish(watching, OURS);
	const theirs = await publish(watching, THEIRS);
	const quietFrom = Date.now();
	await sleep(QUIET_MS, undefined, { signal });
	const quiet = {
		ours: costOfPolls(requestsOf(simulator, OURS, quietFrom)),
		theirs: costOfPolls(requestsOf(simulator, THEIRS, quietFrom)),
	};
	await arrive(watching, [ours, theirs]);
	await sleep(SETTLING_MS, undefined, { signal });
	for (const { workflowId } of [ours, theirs]) await watching.client.unpublish(workflowId);
	return {
		ours: { ...(await ledger(watching, ours)), quiet: quiet.ours },
		theirs: { ...(await ledger(watching, theirs)), quiet: quiet.theirs },
	};
}

function fill({ graph }: Simulator, watched: string): void {
	for (let number = LYING; number > 0; number -= 1) {
		const receivedDateTime = new Date(Date.now() - number * HOUR_MS).toISOString();
		const mail = { subject: `Old ${number}`, from: 'pat@example.com', receivedDateTime };
		graph.mailbox(watched).deliver(mail);
	}
}

/** Publishes a trigger and waits until it has asked for the first time. */
async function publish(watching: Watching, side: Side): Promise<Watch> {
	const { client, simulator, signal } = watching;
	const account = await connectSide(watching, side, side.watched);
	const begin = Date.now();
	const workflow = withAccounts(chain(`Watched by ${side.title}`, side.trigger()), account);
	const saved = await client.importWorkflow(workflow);
	await client.publish(saved);
	while (requestsOf(simulator, side, begin).length === 0) {
		await sleep(LOOK_EVERY_MS, undefined, { signal });
	}
	// The first look may take several requests.
	await sleep(LOOK_EVERY_MS * 10, undefined, { signal });
	return { side, workflowId: saved.id, arrived: [] };
}

function requestsOf({ requests }: Simulator, { watched }: Side, from: number): LoggedRequest[] {
	return requests.all.filter(({ account, startedAt }) => account === watched && startedAt >= from);
}

function costOfPolls(requests: LoggedRequest[]): TriggerResult['quiet'] {
	const polls = requests.filter(
		({ startedAt }, index) =>
			startedAt - (requests[index - 1]?.startedAt ?? -Infinity) > BETWEEN_POLLS_MS,
	);
	const bytes = requests.reduce((sum, entry) => sum + entry.bytes + entry.bytesIn, 0);
	return { polls: polls.length, requests: requests.length, bytes };
}

/** Emails at random moments, the same for both, and the burst. */
async function arrive({ simulator, signal }: Watching, watches: Watch[]): Promise<void> {
	const random = createRandom(SEED);
	const plan = Array.from({ length: EMAILS }, () => ({
		at: random() * ARRIVING_MS,
		visibleAfterMs: random() * LONGEST_LAG_MS,
	})).sort((one, other) => one.at - other.at);
	const begin = Date.now();
	const until = async (at: number) => {
		const left = begin + at - Date.now();
		if (left > 0) await sleep(left, undefined, { signal });
	};
	const arriveInTurn = async () => {
		for (const [number, { at, visibleAfterMs }] of plan.entries()) {
			await until(at);
			for (const watch of watches) deliver(simulator, watch, `${LATE} ${number}`, visibleAfterMs);
		}
		await until(ARRIVING_MS);
	};
	const burstAt = begin + BURST_AT_MS;
	await Promise.all([
		arriveInTurn(),
		...watches.map(async (watch) => await burstAtNextPoll(simulator, watch, burstAt, signal)),
	]);
}

function deliver(
	{ graph }: Simulator,
	{ side, arrived }: Watch,
	subject: string,
	visibleAfterMs = 0,
): void {
	graph.mailbox(side.watched).deliver({ subject, from: 'pat@example.com' }, { visibleAfterMs });
	arrived.push(subject);
}

/** The first poll after a moment meets emails that arrive from its first request on. */
async function burstAtNextPoll(
	simulator: Simulator,
	watch: Watch,
	from: number,
	signal: AbortSignal,
): Promise<void> {
	let isMet = false;
	await new Promise<void>((resolve) => {
		observeRequests(({ headers }) => {
			if (isMet || Date.now() < from) return;
			const token = headers.authorization?.replace('Bearer ', '') ?? '';
			const state = simulator.tokens.check(token);
			isMet = state.state === 'valid' && state.account === watch.side.watched;
			if (isMet) resolve();
		});
	});
	for (let number = 0; number < BURST; number += 1) {
		deliver(simulator, watch, `${SUDDEN} ${number}`);
		await sleep(BURST_MS / BURST, undefined, { signal });
	}
}

/** Where the emails are in the end. */
async function ledger({ client }: Watching, { workflowId, arrived }: Watch) {
	const executions = await client.executions(workflowId);
	const subjects: unknown[] = [];
	for (const { id } of executions) {
		const { nodes } = await client.execution(id);
		subjects.push(...(nodes.get('Trigger')?.items ?? []).map(({ subject }) => subject));
	}
	const timesOf = (kind: string) =>
		arrived
			.filter((subject) => subject.startsWith(kind))
			.map((subject) => subjects.filter((seen) => seen === subject).length);
	const count = (times: number[]) => ({
		emails: times.length,
		lost: times.filter((each) => each === 0).length,
		repeated: times.filter((each) => each > 1).length,
	});
	return {
		late: count(timesOf(LATE)),
		burst: count(timesOf(SUDDEN)),
		told: executions.filter(({ status }) => status !== 'success').length,
	};
}

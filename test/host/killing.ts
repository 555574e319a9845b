import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createRandom } from '../simulator/faults';
import { prepare, type StoredWorkflow } from './exampleWorkflow';
import { Failure } from './failure';
import { publishAndArm } from './mainJob';
import { ENDED, type Execution, type N8nClient } from './n8nClient';
import { countPolls, mailRequests } from './polls';
import { MAILBOX, type Stage } from './stage';

const TRIGGER = 'New Email';
/** n8n stays up this long before each kill: up to two polls, in milliseconds. */
const SHORTEST_UP_MS = 1_000;
const LONGEST_UP_MS = 10_000;
/** Of the mails of one round, so many arrive before the kill; the others while n8n is down. */
const SHARE_BEFORE = 0.7;
/** Within this time after the kill; n8n takes longer to come back. */
const DOWN_MS = 5_000;
/** After the last mail: the one under way, and two that find nothing more. */
const LAST_POLLS = 3;
const SETTLE_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 250;
/** n8n has saved a poll within this time after Graph's last answer to it, also on a busy machine. */
const SAVED_WITHIN_MS = 1_000;

export interface KillPlan {
	mails: number;
	kills: number;
	/** Of all random moments; the same seed gives the same moments. */
	seed: number;
	/**
	 * Whether n8n is not killed while it saves a poll: with its usual settings it saves the position and the
	 * execution one after the other, and a kill between them loses that poll (docs/mail-trigger.md).
	 */
	sparesSaving?: boolean;
	/** Shows the progress, one line for each kill. */
	report?: (line: string) => void;
}

/** Where the mails of a run ended up. */
export interface Ledger {
	mails: number;
	kills: number;
	/** How many executions n8n lists, by status */
	executions: Record<string, number>;
	/** Mails in an execution that ended well */
	finished: number;
	/** Mails in an execution that n8n lists as crashed */
	crashed: number;
	/** Subjects of the mails in no execution */
	missing: string[];
	/** Subjects of the mails in two executions, or twice in one */
	repeated: string[];
	/** From the kill until n8n was ready again, in seconds, on average */
	restartSeconds: number;
}

/**
 * Lets mails arrive for a Mail Trigger that polls every 5 seconds, kills n8n with -9 at random
 * moments meanwhile, and looks up what became of each mail. The workflow works a second on each
 * execution, so that kills meet executions too.
 *
 * @param stage connected and running; runs again afterwards
 * @param plan how many mails and kills
 * @throws {Failure} when n8n does not come to rest after the last mail
 */
export async function playKills(stage: Stage, plan: KillPlan): Promise<Ledger> {
	const { mails, kills, seed, sparesSaving = false, report = () => undefined } = plan;
	const { client, n8n, simulator } = stage;
	const random = createRandom(seed);
	const subjects = Array.from({ length: mails }, (_, index) => `Arrival ${seed}-${index + 1}`);
	const saved = await client.importWorkflow(
		prepare(counting(`Arrival ${seed}`), stage.credentials),
	);
	await publishAndArm(stage, saved);

	let delivered = 0;
	/** Mails that arrive one by one, each at a random moment of the time. */
	async function deliver(count: number, timeMs: number): Promise<void> {
		const moments = Array.from({ length: count }, () => random() * timeMs).sort((a, b) => a - b);
		let now = 0;
		for (const moment of moments) {
			await sleep(moment - now);
			now = moment;
			const subject = subjects[delivered] ?? '';
			delivered += 1;
			simulator.graph.mailbox(MAILBOX).deliver({ subject, from: 'pat@example.com' });
		}
		await sleep(timeMs - now);
	}

	let downMs = 0;
	for (let kill = 1; kill <= kills; kill += 1) {
		const share = Math.round((mails * kill) / kills) - delivered;
		const before = Math.round(share * SHARE_BEFORE);
		const upMs = SHORTEST_UP_MS + random() * (LONGEST_UP_MS - SHORTEST_UP_MS);
		await deliver(before, upMs);
		if (sparesSaving) await untilSaved(stage);
		const killedAt = Date.now();
		await n8n.kill();
		await Promise.all([deliver(share - before, DOWN_MS), n8n.start()]);
		downMs += Date.now() - killedAt;
		report(`kill ${kill} after ${(upMs / 1000).toFixed(1)} s, ${delivered} mails so far`);
	}
	const executions = await settle(stage, saved.id);
	await client.unpublish(saved.id);

	const found = await Promise.all(executions.map(async (one) => await subjectsIn(client, one)));
	const times = (subject: string) => found.flat().filter((one) => one === subject).length;
	const within = (wanted: (status: string) => boolean) =>
		new Set(executions.flatMap(({ status }, index) => (wanted(status) ? found[index] : []))).size;
	const statuses = new Set(executions.map(({ status }) => status));
	return {
		mails,
		kills,
		executions: Object.fromEntries(
			[...statuses].map((status) => [
				status,
				executions.filter((execution) => execution.status === status).length,
			]),
		),
		finished: within((status) => status === 'success'),
		crashed: within((status) => status === 'crashed'),
		missing: subjects.filter((subject) => times(subject) === 0),
		repeated: subjects.filter((subject) => times(subject) > 1),
		restartSeconds: Math.round(downMs / kills / 1000),
	};
}

/** Waits until the last poll that was answered is saved. */
async function untilSaved({ simulator }: Stage): Promise<void> {
	const answeredAt = () => Math.max(0, ...simulator.requests.all.map(({ endedAt }) => endedAt));
	while (Date.now() - answeredAt() < SAVED_WITHIN_MS) await sleep(LOOK_EVERY_MS);
}

/** The figures in one paragraph. */
export function describeLedger(ledger: Ledger): string {
	const { mails, kills, executions, finished, crashed, missing, repeated } = ledger;
	const statuses = Object.entries(executions).map(([status, count]) => `${count} ${status}`);
	const list = (subjects: string[]) => (subjects.length > 0 ? ` (${subjects.join(', ')})` : '');
	return [
		`${mails} mails, ${kills} kills, ${ledger.restartSeconds} s until n8n was up again`,
		`executions: ${statuses.join(', ')}`,
		`mails in a finished execution: ${finished}`,
		`mails in an execution listed as crashed: ${crashed}`,
		`mails in no execution: ${missing.length}${list(missing)}`,
		`mails in two: ${repeated.length}${list(repeated)}`,
	].join('\n');
}

/** A trigger for these subjects, and a second of work for each execution. */
function counting(subject: string): StoredWorkflow {
	return {
		name: subject,
		nodes: [
			{
				name: TRIGGER,
				type: 'n8n-nodes-mail-collection.mailTrigger',
				parameters: { pollTimes: {}, searchFilter: `subject:"${subject}"`, body: 'none' },
				credentials: { mailOAuth2Api: { id: '', name: 'Mail account' } },
				id: 'trigger',
				typeVersion: 1,
				position: [0, 0],
			},
			{
				name: 'Work',
				type: 'n8n-nodes-base.wait',
				parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
				id: 'work',
				webhookId: 'work',
				typeVersion: 1.1,
				position: [240, 0],
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/**
 * Waits until all mail is handed on and every execution has ended: several polls have come since the
 * last execution began.
 *
 * @returns the executions at that moment
 */
async function settle({ client, simulator }: Stage, workflowId: string): Promise<Execution[]> {
	const requests = () => mailRequests(simulator);
	const deadline = Date.now() + SETTLE_TIMEOUT_MS;
	let known = -1;
	let requestsBefore = 0;
	for (;;) {
		const executions = await client.executions(workflowId);
		if (executions.length !== known) {
			known = executions.length;
			requestsBefore = requests().length;
		}
		const hasEnded = executions.every(({ status }) => ENDED.includes(status));
		if (hasEnded && countPolls(requests().slice(requestsBefore)) >= LAST_POLLS) return executions;
		if (Date.now() > deadline) throw new Failure('n8n did not come to rest after the last mail.');
		await sleep(LOOK_EVERY_MS);
	}
}

const storedData = z.object({ data: z.string() });

/**
 * The mails that an execution was started with, each as often as it is in there. Of a crashed one
 * n8n keeps no output, but the input that it was saved with; that names each mail once.
 */
async function subjectsIn(client: N8nClient, { id }: Execution): Promise<string[]> {
	const { nodes } = await client.execution(id);
	const items = nodes.get(TRIGGER)?.items ?? [];
	const subjects = items.flatMap(({ subject }) => (typeof subject === 'string' ? subject : []));
	if (subjects.length > 0) return subjects;
	const { data } = storedData.parse(await client.call('GET', `/executions/${id}`));
	return [...new Set(data.match(/Arrival \d+-\d+/g) ?? [])];
}

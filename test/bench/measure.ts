import type { BenchResults, RowResult, SideResult } from '../../scripts/benchmark/results';
import { withAccounts } from '../host/exampleWorkflow';
import { Failure } from '../host/failure';
import type { Stage } from '../host/stage';
import { chain, START, type StoredNode } from '../host/workflows';
import type { Mailbox } from '../simulator/graph/mailbox';
import { limitSeconds } from './limit';
import { type Row, seedOf } from './rows';
import { FILE_FIELD, OURS, type Side, THEIRS } from './sides';

/** Where files come from that are sent; a page of the simulated provider's address. */
export const FILES_PATH = '/bench-files';
/** Room for a file of 60 MB; a mailbox takes 35 MB by itself. */
const MESSAGE_BYTES = 150 * 1024 * 1024;
/** A sentence of n8n is as long as it likes. */
const FAILURE_LENGTH = 160;

/** A running stage, and the accounts of each side's steps. */
export interface Bench {
	stage: Pick<Stage, 'client' | 'simulator'>;
	accounts: Record<Side['name'], Record<string, string>>;
	line: BenchResults['line'];
	report(line: string): void;
}

type Run = Omit<SideResult, 'seconds'> & { seconds: number };

/**
 * Both sides do the job in turn, as often as the row says.
 *
 * @throws {Failure} when a step says that it succeeded and has not done all, or a fault was not met
 */
export async function measureRow(bench: Bench, row: Row): Promise<RowResult> {
	const runs: Record<Side['name'], Run[]> = { ours: [], theirs: [] };
	for (let round = 0; round < row.rounds; round += 1) {
		for (const side of [OURS, THEIRS]) {
			bench.report(`${row.title}: ${side.title}`);
			runs[side.name].push(await runOnce(bench, row, side));
		}
	}
	const { id, title, part, count, least, waitSeconds = 0 } = row;
	return {
		...{ id, title, part, count },
		limitSeconds: limitSeconds(least, bench.line) + waitSeconds,
		ours: summary(runs.ours),
		theirs: summary(runs.theirs),
	};
}

/** Does it once without measuring, so that nothing is loaded or made in the first row. */
export async function warmUp(bench: Bench, row: Row): Promise<void> {
	for (const side of [OURS, THEIRS]) await runOnce(bench, row, side);
}

function summary(runs: Run[]): SideResult {
	const [first, ...others] = runs;
	if (first === undefined) throw new Error('A row ran not once.');
	return {
		...(others.at(-1) ?? first),
		seconds: [first.seconds, ...others.map(({ seconds }) => seconds)],
	};
}

async function runOnce(bench: Bench, row: Row, side: Side): Promise<Run> {
	const { client, simulator } = bench.stage;
	const mailbox = simulator.graph.mailbox(side.mailbox);
	const emails = refill(mailbox, row);
	const ids = emails.map(side.idOf);
	const file = (bytes: number) => fileFrom(`${simulator.url}${FILES_PATH}/${bytes}`);
	const nodes = row.nodes(side, { mailbox, ids, file });
	const workflow = withAccounts(chain(row.title, START, ...nodes), bench.accounts[side.name]);
	const { id } = await client.importWorkflow(workflow);
	row.fault?.(side, simulator.faults, ids);
	const before = simulator.requests.all.length;
	const execution = await client.runManually(id, START.name);
	if (simulator.faults.pending > 0) throw new Failure(`${row.title}: ${side.title} met no fault.`);
	// Triggers poll beside the rows, in mailboxes of their own.
	const watched = [OURS.watched, THEIRS.watched];
	const sent = simulator.requests.all
		.slice(before)
		.filter(({ service, account }) => service !== 'oauth' && !watched.includes(account ?? ''));
	const steps = nodes.filter(({ credentials }) => credentials !== undefined);
	const milliseconds = steps.map(({ name }) => execution.nodes.get(name)?.milliseconds ?? 0);
	const failed = execution.status !== 'success';
	const done = row.done({ mailbox, emails, execution });
	if (row.part === 'steps' && !failed && done !== row.count) {
		throw new Failure(`${row.title}: ${side.title} did ${done} of ${row.count}.`);
	}
	return {
		seconds: milliseconds.reduce((sum, each) => sum + each, 0) / 1_000,
		requests: sent.length,
		bytes: sent.reduce((sum, entry) => sum + entry.bytes + entry.bytesIn, 0),
		done,
		...(failed ? { failure: shorten(execution.error ?? execution.status) } : {}),
	};
}

/** The mailbox as it is before a run, whatever the last one left. */
function refill(mailbox: Mailbox, { prepared }: Row) {
	for (const email of mailbox.messages) mailbox.remove(email);
	mailbox.sent = [];
	mailbox.maxMessageBytes = MESSAGE_BYTES;
	return Array.from({ length: prepared.emails }, (_, number) =>
		mailbox.deliver(seedOf(number, prepared)),
	);
}

function fileFrom(url: string): StoredNode {
	return {
		name: 'File',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url,
			options: {
				response: { response: { responseFormat: 'file', outputPropertyName: FILE_FIELD } },
			},
		},
	};
}

function shorten(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > FAILURE_LENGTH ? `${line.slice(0, FAILURE_LENGTH - 1)}…` : line;
}

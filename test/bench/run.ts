/**
 * `npm run bench`: the nodes of this package beside those that n8n brings along, in one run of one n8n,
 * against the same simulated provider over the same line. Writes artifacts/bench/bench.json and prints the
 * tables; with --docs also what the documentation shows of it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DOCS_RESULTS, WRITTEN_FROM_RESULTS } from '../../scripts/benchmark/docs';
import type { BenchResults, RowResult } from '../../scripts/benchmark/results';
import { renderTables } from '../../scripts/benchmark/tables';
import { closeOnSignal, reportFailure } from '../host/ending';
import { Failure } from '../host/failure';
import hostManifest from '../host/host.json';
import { ROOT } from '../host/packPackage';
import { findFreePort } from '../host/ports';
import { openStage } from '../host/stage';
import type { Step } from '../host/steps';
import { connectSide } from './accounts';
import { type Bench, FILES_PATH, measureRow, warmUp } from './measure';
import { ROWS } from './rows';
import { OURS, THEIRS } from './sides';
import { measureStart } from './start';
import { playTriggers } from './trigger';

const RESULTS = join(ROOT, 'artifacts', 'bench', 'bench.json');

let closeEarly = async (): Promise<void> => undefined;
const isEnding = closeOnSignal(async () => await closeEarly());

const isTerminal = process.stderr.isTTY === true;
const startedAt = Date.now();

/** One line that is written over, or a line each where nobody looks on. */
function report(line: string): void {
	const seconds = `${Math.round((Date.now() - startedAt) / 1_000)} s`.padStart(6);
	process.stderr.write(isTerminal ? `\r\u001b[K${seconds}  ${line}` : `${seconds}  ${line}\n`);
}

const reportedStep: Step = async (title, work) => {
	report(title);
	return await work();
};

function readPlan() {
	const { values } = parseArgs({
		options: {
			line: { type: 'string', default: '50' },
			service: { type: 'string', default: '20' },
			only: { type: 'string' },
			docs: { type: 'boolean', default: false },
		},
	});
	const milliseconds = (name: 'line' | 'service'): number => {
		const number = Number(values[name]);
		if (values[name] !== '' && number >= 0 && number <= 10_000) return number;
		throw new Failure(`--${name} takes milliseconds from 0 to 10000, not "${values[name]}".`);
	};
	const { only = '', docs } = values;
	if (only !== '' && docs) throw new Failure('--docs needs all rows: leave --only out.');
	const rows = ROWS.filter(({ id }) => id.includes(only));
	const withTriggers = 'trigger'.startsWith(only);
	const withStart = 'start'.startsWith(only);
	if (rows.length === 0 && !withTriggers && !withStart) {
		const known = [...ROWS.map(({ id }) => id), 'trigger', 'start'].join(', ');
		throw new Failure(`--only takes a part of one of these names: ${known}.`);
	}
	const line = { roundTripMs: milliseconds('line'), serviceMs: milliseconds('service') };
	return { line, docs, rows, withTriggers, withStart };
}

async function measureAll(
	bench: Bench,
	{ rows, withTriggers }: ReturnType<typeof readPlan>,
): Promise<Pick<BenchResults, 'rows' | 'trigger'>> {
	const measured: RowResult[] = [];
	const measure = async (part: RowResult['part']) => {
		for (const row of rows) if (row.part === part) measured.push(await measureRow(bench, row));
	};
	const [first] = ROWS;
	if (first !== undefined) await warmUp(bench, first);
	// What goes wrong must not meet the triggers, which poll while the other rows run.
	await measure('faults');
	const abort = new AbortController();
	const triggers = async () =>
		withTriggers ? await playTriggers({ ...bench.stage, signal: abort.signal }) : undefined;
	const measureSteps = async () => {
		await measure('steps');
		if (withTriggers) bench.report('Triggers: the last polls');
	};
	try {
		const [trigger] = await Promise.all([triggers(), measureSteps()]);
		const order = ROWS.map(({ id }) => id);
		measured.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
		return { rows: measured, trigger };
	} finally {
		abort.abort();
	}
}

async function main(): Promise<void> {
	const plan = readPlan();
	const stage = await openStage({
		port: await findFreePort(),
		step: reportedStep,
		closing: (close) => (closeEarly = close),
		pages: (app) =>
			app.get<{ Params: { bytes: string } }>(`${FILES_PATH}/:bytes`, async ({ params }, reply) =>
				reply
					.header('content-disposition', 'attachment; filename="file.bin"')
					.type('application/octet-stream')
					.send(Buffer.alloc(Number(params.bytes), 'mail')),
			),
	});
	try {
		const { simulator } = stage;
		simulator.line.roundTripMs = plan.line.roundTripMs;
		simulator.graph.latencyMs = plan.line.serviceMs;
		simulator.graph.changeMs = 0;
		const accounts = {
			ours: await connectSide(stage, OURS, OURS.mailbox),
			theirs: await connectSide(stage, THEIRS, THEIRS.mailbox),
		};
		const bench: Bench = { stage, accounts, line: plan.line, report };
		const measured = await measureAll(bench, plan);
		const results: BenchResults = {
			n8n: process.env.N8N_VERSION ?? hostManifest.dependencies.n8n,
			node: process.versions.node,
			cores: availableParallelism(),
			line: plan.line,
			seconds: Math.round((Date.now() - startedAt) / 1_000),
			...measured,
			...(plan.withStart && { start: measureStart(process.env.N8N_HOST_FOLDER ?? ROOT) }),
		};
		report('Done\n');
		await write(results, plan.docs);
		console.log(renderTables(results));
	} finally {
		await stage.close();
	}
}

/** Writes the results, and where asked what the documentation shows of them. */
async function write(results: BenchResults, docs: boolean): Promise<void> {
	const text = `${JSON.stringify(results, undefined, '\t')}\n`;
	await mkdir(dirname(RESULTS), { recursive: true });
	await writeFile(RESULTS, text);
	if (!docs) return;
	await writeFile(join(ROOT, DOCS_RESULTS), text);
	for (const { file, render } of WRITTEN_FROM_RESULTS) {
		await writeFile(join(ROOT, file), render());
	}
}

main().catch((error: unknown) => {
	if (!isEnding()) reportFailure(error);
});

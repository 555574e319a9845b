/**
 * `npm run pictures`: somebody who has never seen the package installs it on n8n's page for community
 * packages, reads nothing, and builds its main job in Chromium by clicks, on an empty n8n with simulated
 * providers. Prints what it took, saves each step in artifacts/newcomer, and makes the pictures of the
 * README. Ends with 1 when the newcomer gets stuck, or the job took more than it may.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeOnSignal, reportFailure } from '../host/ending';
import { Failure } from '../host/failure';
import { createN8n } from '../host/n8n';
import { packPackage } from '../host/packPackage';
import { findFreePort } from '../host/ports';
import { type Registry, startRegistry } from '../host/registry';
import { openEmptyStage } from '../host/stage';
import { printedStep } from '../host/steps';
import { becomeOwner } from './accounts';
import { askForApproval } from './approval';
import { type Hands, sumOf } from './hands';
import { installPackage } from './install';
import { buildMainJob, publishMainJob, tryMainJob } from './mainJob';
import { arrive, type Newcomer } from './newcomer';

let close: () => Promise<void> = async () => undefined;
const isEnding = closeOnSignal(async () => await close());

async function main(): Promise<void> {
	console.log('\nA newcomer builds the main job by clicks\n');
	const folder = await mkdtemp(join(tmpdir(), 'n8n-newcomer-'));
	const registry = await startRegistry(folder);
	try {
		await play(folder, registry);
	} finally {
		await registry.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function play(folder: string, registry: Registry): Promise<void> {
	const stage = await openEmptyStage(createN8n, {
		port: await findFreePort(),
		step: printedStep,
		install: async (_, step) =>
			await step('Package built and published', async () => {
				const { file, version } = await packPackage(folder);
				await registry.publish(file, version);
			}),
		environment: registry.environment,
		logName: 'n8n-newcomer.log',
		closing: (ending) => (close = ending),
	});
	const newcomer = await arrive(stage);
	try {
		await newcomer.does(
			'Own account in n8n',
			async () => await becomeOwner(newcomer, stage.n8n.url),
		);
		await newcomer.does('Package installed', async () => await installPackage(newcomer));
		await printedStep('Main job built', async () => await buildMainJob(newcomer, stage));
		await printedStep('Main job tried', async () => await tryMainJob(newcomer, stage));
		await printedStep('Main job published', async () => await publishMainJob(newcomer, stage));
		await printedStep('Approval given', async () => await askForApproval(newcomer, stage));
		report(newcomer);
	} catch (error) {
		await newcomer.looks('stuck-here');
		throw error;
	} finally {
		await newcomer.leaves();
		if (!isEnding()) await stage.close();
	}
}

/** What was installed and typed in before belongs to every package: the job alone is summed up. */
const JOB = /^(Mail Trigger|Create|Add|Reply)/;
/** What the job may take: each node needs one search and one Enter, which opens what is found first. */
const MOST: Hands = { clicks: 25, enters: 5, drags: 7, fields: 7, searches: 5 };
/** In the order of the report. */
const NAMES = ['clicks', 'enters', 'drags', 'fields', 'searches'] as const;

/** @throws {Failure} when the job took more than it may */
function report({ parts, elsewhere }: Newcomer): void {
	const job = sumOf(parts.filter(({ title }) => JOB.test(title)));
	console.log('');
	for (const row of [...parts, { title: 'The five steps of the job', ...job }]) {
		console.log(`  ${row.title.padEnd(38)} ${describe(row)}`);
	}
	console.log(`\n  Opened beside n8n: ${[...new Set(elsewhere)].join(', ') || 'nothing'}`);
	const over = NAMES.filter((name) => job[name] > MOST[name]);
	if (over.length > 0) throw new Failure(`The job took too many ${over.join(', ')}.`);
}

/** Fields are those that hold what was typed in, without the searches. */
function describe(hands: Hands): string {
	const shown = { ...hands, fields: hands.fields - hands.searches };
	return NAMES.map((name) => `${String(shown[name]).padStart(2)} ${name}`).join('  ');
}

main().catch((error: unknown) => {
	if (!isEnding()) reportFailure(error);
});

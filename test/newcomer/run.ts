/**
 * `npm run pictures`: somebody who has never seen the package installs nothing, reads nothing, and
 * builds its main job in Chromium by clicks, on an empty n8n with simulated providers. Prints what it
 * took, saves each step in artifacts/newcomer, and makes the pictures of the README. Ends with 1 when
 * the newcomer gets stuck.
 */
import { closeOnSignal, reportFailure } from '../host/ending';
import { createN8n } from '../host/n8n';
import { findFreePort } from '../host/ports';
import { openEmptyStage } from '../host/stage';
import { printedStep } from '../host/steps';
import { becomeOwner } from './accounts';
import { askForApproval } from './approval';
import { sumOf } from './hands';
import { buildMainJob, publishMainJob, tryMainJob } from './mainJob';
import { arrive, type Newcomer, type Part } from './newcomer';

let close: () => Promise<void> = async () => undefined;
const isEnding = closeOnSignal(async () => await close());

async function main(): Promise<void> {
	console.log('\nA newcomer builds the main job by clicks\n');
	const stage = await openEmptyStage(createN8n, {
		port: await findFreePort(),
		step: printedStep,
		logName: 'n8n-newcomer.log',
		closing: (ending) => (close = ending),
	});
	const newcomer = await arrive(stage);
	try {
		await newcomer.does(
			'Own account in n8n',
			async () => await becomeOwner(newcomer, stage.n8n.url),
		);
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

function report({ parts, elsewhere }: Newcomer): void {
	const job = parts.filter(({ title }) => JOB.test(title));
	console.log('');
	for (const row of [...parts, { title: 'The five steps of the job', ...sumOf(job) }]) {
		console.log(`  ${row.title.padEnd(38)} ${describe(row)}`);
	}
	console.log(`\n  Opened beside n8n: ${[...new Set(elsewhere)].join(', ') || 'nothing'}`);
}

function describe({ clicks, drags, fields, searches }: Part): string {
	const typed = fields - searches;
	return [
		`${String(clicks).padStart(3)} clicks`,
		`${String(drags).padStart(2)} drags`,
		`${String(typed).padStart(2)} fields`,
		`${String(searches).padStart(2)} searches`,
	].join('  ');
}

main().catch((error: unknown) => {
	if (!isEnding()) reportFailure(error);
});

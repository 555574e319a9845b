/**
 * `npm run check:live -- --credentials file.json --mailbox a@b --again a@b`: asks the providers themselves which
 * readings of docs/facts hold. docs/facts/README.md says how. `--simulated` proves it against the simulator.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { changeOf, check, type Entry } from './check';
import { NotAsked } from './client';
import { openAccounts } from './credentials';
import { prove } from './prove';

const { values } = parseArgs({
	options: {
		credentials: { type: 'string' },
		mailbox: { type: 'string' },
		again: { type: 'string' },
		only: { type: 'string' },
		report: { type: 'string', default: 'live-report.json' },
		simulated: { type: 'boolean', default: false },
		seed: { type: 'string', default: '1' },
	},
});

function tell({ row, reading, notAsked, evidence = {} }: Entry): void {
	const shown = Object.entries(evidence).flatMap(([name, value]) =>
		value === '' ? [] : [`${name} ${value}`],
	);
	console.log(
		`${row}: ${notAsked ? `not asked. ${notAsked}` : (reading ?? 'none of its readings')}`,
	);
	if (shown.length > 0) console.log(`    ${shown.join(', ')}`);
}

async function askProviders(file: string, mailbox: string): Promise<void> {
	const stop = new AbortController();
	process.once('SIGINT', () => {
		console.log('Stops, and takes away what it made. Ctrl+C again ends at once.');
		stop.abort();
	});
	const accounts = await openAccounts(file);
	const report = await check({
		...accounts,
		mailbox,
		only: values.only?.split(','),
		pause: (milliseconds) => sleep(milliseconds),
		signal: stop.signal,
		tell,
	});
	const date = new Date().toISOString().slice(0, 10);
	// The clouds differ.
	const cloud = accounts.graph === undefined ? '' : new URL(accounts.graph.root).hostname;
	writeFileSync(values.report, `${JSON.stringify({ date, cloud, ...report }, null, '\t')}\n`);
	const changes = report.rows.map(changeOf).filter((change) => change !== '');
	console.log(`\n${values.report} was written. What would change in docs/facts:`);
	console.log(changes.join('\n') || 'nothing');
	if (report.left > 0) {
		console.error(`${report.left} things could not be taken away. Run it again with --only none.`);
		process.exitCode = 1;
	}
}

async function main(): Promise<void> {
	const { simulated, seed, credentials, mailbox, again } = values;
	if (simulated) {
		if (!(await prove(Number(seed)))) process.exitCode = 1;
		return;
	}
	if (credentials === undefined) throw new NotAsked('Name your file with --credentials.');
	if (mailbox === undefined || !mailbox.includes('@') || mailbox !== again) {
		throw new NotAsked('Name the mailbox twice, with --mailbox and --again.');
	}
	await askProviders(credentials, mailbox);
}

main().catch((error: unknown) => {
	if (!(error instanceof NotAsked)) throw error;
	console.error(error.message);
	process.exitCode = 1;
});

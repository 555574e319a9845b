/**
 * `npm run test:readings`: the test files that cite a row with several readings, once for each combination of
 * readings that lets every pair of them meet. `-- --only 3` runs one combination, `-- --list` says what would run;
 * names behind it take some of the files.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readRows, readSwitches } from '../../scripts/factRows';
import { ROOT } from '../../scripts/sources';
import { findCitations } from './citations';
import { coverPairs, pairsOf } from './pairs';

const { values, positionals } = parseArgs({
	options: { only: { type: 'string' }, list: { type: 'boolean', default: false } },
	allowPositionals: true,
});

const switches = readSwitches();
const rows = new Set(switches.map(({ fact }) => fact));
const files = findCitations()
	.filter(({ fact, file }) => rows.has(fact) && /^test\/nodes\/.*\.test\.ts$/.test(file))
	.map(({ file }) => file)
	.filter((file) => positionals.length === 0 || positionals.some((name) => file.includes(name)));
const suites = [...new Set(files)].sort();
const factors = switches.map(({ fact, readings }) => ({ name: fact, values: readings }));
const combinations = coverPairs(factors).map((combination) =>
	[...combination].map(([fact, reading]) => `${fact}=${reading}`).join(','),
);

const count = factors.reduce((sum, one) => sum + one.values.length, 0);
console.log(
	`${readRows().length} rows, ${factors.length} of them with ${count} readings; ${pairsOf(factors).length} pairs ` +
		`meet in ${combinations.length} runs of ${suites.length} test files.`,
);

/** @returns whether all tests held. */
function run(readings: string, number: number): boolean {
	console.log(`\nRun ${number}: ${readings}`);
	if (values.list) return true;
	const { status } = spawnSync(
		'npx',
		['jest', '--silent', '--testTimeout', '120000', ...suites.map((file) => `${ROOT}/${file}`)],
		{
			cwd: ROOT,
			env: { ...process.env, READINGS: readings },
			stdio: ['ignore', 'inherit', 'inherit'],
		},
	);
	return status === 0;
}

const failed = combinations
	.map((readings, index) => ({ readings, number: index + 1 }))
	.filter(({ number }) => values.only === undefined || Number(values.only) === number)
	.filter(({ readings, number }) => !run(readings, number));
for (const { readings, number } of failed) {
	console.error(
		`Run ${number} failed. Again: npm run test:readings -- --only ${number} (${readings})`,
	);
}
if (failed.length > 0) process.exitCode = 1;

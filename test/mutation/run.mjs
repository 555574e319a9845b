/**
 * `npm run test:mutation`: breaks the code in small ways, one at a time, and says which of them no
 * test noticed. A whole run takes hours, so it takes a sample: `-- --seed 7` repeats one,
 * `--share 0.2` takes a larger one, `--all` everything, `--file 'nodes/shared/http/*.ts'` some files.
 * `--workers 1` leaves room on the machine.
 * Each area of `areas.json` has what is broken and the tests that have to notice; every file is in one.
 * The numbers go to artifacts/mutation.json.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const AREAS = JSON.parse(readFileSync('test/mutation/areas.json', 'utf8'));
const REPORT = 'artifacts/mutation.json';

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		share: { type: 'string', default: '0.05' },
		all: { type: 'boolean', default: false },
		file: { type: 'string', default: 'nodes/**' },
		workers: { type: 'string', default: '2' },
	},
});
const seed = values.seed;
const share = values.all ? 1 : Number(values.share);
if (!(share > 0 && share <= 1)) {
	throw new RangeError(`--share takes a number above 0, up to 1, not "${values.share}"`);
}

/** The sources of an area that are asked for. */
const filesOf = ({ mutate }) =>
	globSync(mutate).filter((file) => path.matchesGlob(file, values.file));

/** Breaks one area and runs its tests; what is not in the sample comes back as CompileError. */
async function mutate(area) {
	const results = await new Stryker({
		mutate: filesOf(area),
		plugins: [
			'@stryker-mutator/jest-runner',
			'./test/mutation/coveringFiles.mjs',
			'./test/mutation/sample.mjs',
			'./test/mutation/teller.mjs',
		],
		checkers: ['sample'],
		sample: { seed, share },
		testRunner: 'coveringFiles',
		jest: {
			configFile: 'jest.config.js',
			config: {
				testMatch: area.tests.map((tests) => `<rootDir>/${tests}`),
			},
			// It would load every test that imports the file in some way, which is nearly all of them.
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		concurrency: Number(values.workers),
		// The tests of an area take longer than the usual five minutes where the machine does other things too.
		dryRunTimeoutMinutes: 30,
		// A loop without an end is found by how often it runs. For the rest there is time: a process that begins loads n8n,
		// and where the machine does other things too, a mutant for which it is too short would count as noticed.
		timeoutFactor: 3,
		timeoutMS: 120_000,
		// A process that has loaded n8n many times over holds gigabytes.
		maxTestRunnerReuse: 20,
		incremental: false,
		tempDirName: 'artifacts/stryker',
		ignorePatterns: ['artifacts', 'dist'],
		disableTypeChecks: false,
		reporters: ['teller'],
		logLevel: 'warn',
		warnings: { unknownOptions: false },
	}).runMutationTest();
	return results.filter(({ status }) => status !== 'CompileError');
}

const areas = AREAS.filter((area) => filesOf(area).length > 0);
if (areas.length === 0)
	throw new RangeError(`No file of test/mutation/areas.json is ${values.file}`);
console.log(
	share === 1
		? 'Every mutant'
		: `A sample: ${share * 100} % of the mutants, seed ${seed} (-- --all takes every one)`,
);

const startedAt = Date.now();
const mutants = [];
const survivors = [];
for (const area of areas) {
	console.log(`\n${area.name}`);
	const broken = await mutate(area);
	const left = broken.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
	mutants.push(...broken);
	survivors.push(...left.map(toSurvivor));
}

function toSurvivor({ fileName, location: { start }, mutatorName, replacement, status }) {
	const at = `${path.relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
	return { at, mutatorName, replacement, reached: status === 'Survived' };
}

const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
const killed = count('Killed', 'Timeout');
const score = Math.round((killed / (killed + survivors.length || 1)) * 1000) / 10;
const result = { seed, share, score, killed, byTime: count('Timeout'), survived: survivors.length };
mkdirSync('artifacts', { recursive: true });
writeFileSync(REPORT, `${JSON.stringify({ ...result, survivors }, null, '\t')}\n`);

console.log(
	`Score ${score} %: ${killed} killed (${result.byTime} by time), ${survivors.length} survived, ` +
		`${Math.round((Date.now() - startedAt) / 60_000)} min, seed ${seed}, share ${share}`,
);

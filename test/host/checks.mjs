/**
 * `npm test`: lint, type check, build and all jest suites, one after the other. A failing one
 * does not keep the next from running. The numbers go to artifacts/checks.json for the CI.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const JEST_RESULTS = 'artifacts/jest.json';
const GATES = ['lint', 'typecheck', 'build'];

mkdirSync('artifacts', { recursive: true });
rmSync(JEST_RESULTS, { force: true });

const results = GATES.map((name) => ({ name, ...run(name, ['npm', 'run', '--silent', name]) }));
const jest = run('jest', [
	...['npm', 'run', '--silent', 'jest', '--'],
	'--json',
	`--outputFile=${JEST_RESULTS}`,
	...process.argv.slice(2),
]);
const counts = readCounts();

console.log('');
for (const { name, failed, seconds } of results) {
	console.log(`${failed ? 'FAILED' : 'ok    '} ${name.padEnd(10)} ${seconds} s`);
}
console.log(
	`${jest.failed ? 'FAILED' : 'ok    '} ${'jest'.padEnd(10)} ${jest.seconds} s, ` +
		`${counts.passed} tests passed, ${counts.failed} failed, ${counts.skipped} skipped`,
);

const gateFailures = results.filter(({ failed }) => failed).length;
const passed = counts.passed + GATES.length - gateFailures;
// A suite that does not even load counts, too: jest then ends with an error and no failed test.
const failed = gateFailures + (jest.failed ? Math.max(counts.failed, 1) : 0);
writeFileSync('artifacts/checks.json', JSON.stringify({ passed, failed }));
process.exitCode = failed === 0 ? 0 : 1;

function run(name, [command, ...args]) {
	console.log(`\n> ${name}`);
	const startedAt = Date.now();
	const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
	return { failed: status !== 0, seconds: ((Date.now() - startedAt) / 1000).toFixed(0) };
}

function readCounts() {
	try {
		const report = JSON.parse(readFileSync(JEST_RESULTS, 'utf8'));
		return {
			passed: report.numPassedTests,
			failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
			skipped: report.numPendingTests,
		};
	} catch (error) {
		if (error.code === 'ENOENT') return { passed: 0, failed: 0, skipped: 0 };
		throw error;
	}
}

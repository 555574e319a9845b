/**
 * `npm test`: lint, type check, build and all jest suites. A failing one
 * does not keep the next from running. The numbers go to artifacts/checks.json for the CI.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const JEST_RESULTS = 'artifacts/jest.json';
const GATES = ['lint', 'typecheck', 'build'];

mkdirSync('artifacts', { recursive: true });
rmSync(JEST_RESULTS, { force: true });

const [lint, ...others] = GATES;
// Lint reads the sources only: it runs beside the others.
const results = await Promise.all([[lint], others].map(runInTurn)).then((lists) => lists.flat());
const jest = await run('jest', [
	...['--', '--json', `--outputFile=${JEST_RESULTS}`, '--maxWorkers=100%'],
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

async function runInTurn(names) {
	const results = [];
	for (const name of names) results.push({ name, ...(await run(name, [])) });
	return results;
}

/** Runs a script of package.json; jest shows its progress, the short ones their output at the end. */
async function run(name, args) {
	const startedAt = Date.now();
	const isLive = name === 'jest';
	if (isLive) console.log(`\n> ${name}`);
	const child = spawn('npm', ['run', '--silent', name, ...args], {
		stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
	});
	const output = [];
	child.stdout?.on('data', (chunk) => output.push(chunk));
	child.stderr?.on('data', (chunk) => output.push(chunk));
	const code = await new Promise((resolve) => child.on('close', resolve));
	if (!isLive) console.log(`\n> ${name}\n${Buffer.concat(output).toString().trim()}`);
	return { failed: code !== 0, seconds: ((Date.now() - startedAt) / 1000).toFixed(0) };
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

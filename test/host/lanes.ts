/**
 * `npm run test:e2e` and `npm run test:queue`: the files of one folder on real n8ns. Those of e2e are played
 * in four lanes beside each other, each a process with an n8n of its own: fewer leave two cores idle, and five are
 * no quicker. Arguments: the folder below test/, and words of which the names of files must contain one.
 * The numbers go to artifacts/<folder>.json for the CI.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { PACKED, packPackage, ROOT } from './packPackage';
import { LOGS } from './stage';

const [folder = 'e2e', ...wanted] = process.argv.slice(2);
/** The queue's tests measure how fast a whole n8n is: nothing runs beside them. */
const LANES = folder === 'e2e' ? 4 : 1;
/** Seconds that the long files of e2e took in lanes on two cores, so that the lanes end together. */
const SECONDS = new Map([
	['approval', 285],
	['crash', 276],
	['calendarTrigger', 192],
	['update', 170],
	['holds', 100],
	['agentPolicy', 99],
	['examples', 86],
	['demoPage', 84],
	['collectionTrigger', 74],
	['canvas', 33],
	['application', 33],
	['mcp', 33],
	['proxy', 26],
]);
/** Seconds of another file, mostly. */
const SHORT = 6;
const ARTIFACTS = join(ROOT, 'artifacts');
const RESULTS = join(ARTIFACTS, `${folder}.json`);
const counted = z.object({ passed: z.number(), failed: z.number() });
const running = new Set<ChildProcess>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => running.forEach((lane) => lane.kill(signal)));
}

async function main(): Promise<void> {
	const test = join(ROOT, 'test', folder);
	const files = readdirSync(test)
		.filter((name) => name.endsWith('.test.ts'))
		.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
		.sort()
		.map((name) => join(test, name));
	mkdirSync(ARTIFACTS, { recursive: true });
	rmSync(RESULTS, { force: true });
	const packed = mkdtempSync(join(tmpdir(), 'n8n-packed-'));
	try {
		const env = { ...process.env, [PACKED]: JSON.stringify(await packPackage(packed)) };
		const lanes = deal(files);
		const results = await Promise.all(lanes.map(async (of, at) => await play(of, at, env)));
		const sum = (name: 'passed' | 'failed') =>
			results.reduce((total, result) => total + result[name], 0);
		const [passed, failed] = [sum('passed'), sum('failed')];
		writeFileSync(RESULTS, JSON.stringify({ passed, failed }));
		process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
	} finally {
		rmSync(packed, { recursive: true, force: true });
	}
}

/** The files in as many lanes as there are, each file in the one with the least to do; the longest first. */
function deal(files: string[]): string[][] {
	const secondsOf = (file: string) => SECONDS.get(basename(file, '.test.ts')) ?? SHORT;
	const lanes = Array.from({ length: Math.min(LANES, files.length) }, () => ({
		seconds: 0,
		of: new Array<string>(),
	}));
	for (const file of files.sort((a, b) => secondsOf(b) - secondsOf(a))) {
		const [lane] = lanes.sort((a, b) => a.seconds - b.seconds);
		lane?.of.push(file);
		if (lane) lane.seconds += secondsOf(file);
	}
	return lanes.map(({ of }) => of);
}

/** Plays the files of a lane. The first lane shows what it does at once, others when they are done. */
async function play(files: string[], at: number, env: NodeJS.ProcessEnv) {
	const logs = join(ARTIFACTS, `${folder}-${at + 1}`);
	mkdirSync(logs, { recursive: true });
	const results = join(logs, 'counts.json');
	rmSync(results, { force: true });
	const lane = spawn(
		process.execPath,
		['--import', 'tsx', join(__dirname, 'lane.ts'), results, ...files],
		{
			cwd: ROOT,
			env: { ...env, [LOGS]: logs },
			stdio: ['ignore', at ? 'pipe' : 'inherit', 'inherit'],
		},
	);
	running.add(lane);
	const shown: Buffer[] = [];
	lane.stdout?.on('data', (chunk: Buffer) => shown.push(chunk));
	await new Promise((resolve) => lane.once('close', resolve));
	running.delete(lane);
	process.stdout.write(Buffer.concat(shown));
	// A lane that wrote no numbers broke down as a whole: one failure.
	if (!existsSync(results)) return { passed: 0, failed: 1 };
	return counted.parse(JSON.parse(readFileSync(results, 'utf8')));
}

void main();

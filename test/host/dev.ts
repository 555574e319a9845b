/**
 * `npm run dev`: a real n8n with the package as the sources are now, and both accounts connected to
 * the simulated providers. Builds again whenever a source, an icon or a codex file changes, and
 * restarts n8n after each build without an error. Ctrl-C ends it; nothing of it stays.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../../scripts/shippedClasses';
import { closeOnSignal, reportFailure } from './ending';
import { OWNER } from './n8nClient';
import { ROOT } from './packPackage';
import { findFreePort } from './ports';
import { openStage } from './stage';
import { printedStep } from './steps';

/** n8n's own default. */
const N8N_PORT = 5678;
/** A build writes its files within a moment: it is over when nothing was written for this long. */
const QUIET_MS = 1_000;

const DIST = join(ROOT, 'dist');
const BIN = join(ROOT, 'node_modules', '.bin');

/** What is up, ended in this order. */
const closers: Array<() => Promise<void>> = [];
const isEnding = closeOnSignal(closeAll);

async function closeAll(): Promise<void> {
	for (const close of closers.splice(0)) await close();
}

/** Runs a tool until this process ends, in a process group of its own. */
function startTool(name: string, args: string[]): void {
	const child = spawn(
		process.execPath,
		[join(__dirname, 'guard.mjs'), process.execPath, join(BIN, name), ...args],
		{ cwd: ROOT, detached: true, stdio: ['pipe', 'inherit', 'inherit'] },
	);
	closers.push(async () => {
		const ended = once(child, 'close');
		child.stdin.end();
		await ended;
	});
}

/**
 * Starts the watching build.
 *
 * @returns waits for the next build that left everything n8n loads in dist/
 */
async function watchBuild(): Promise<() => Promise<void>> {
	await rm(DIST, { recursive: true, force: true });
	await mkdir(DIST);
	const loaded = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	let isBuilt = false;
	let wake: () => void = () => undefined;
	let timer: NodeJS.Timeout | undefined;
	const watcher = watch(DIST, { recursive: true }, () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			isBuilt = loaded.every((file) => existsSync(join(ROOT, file)));
			if (isBuilt) wake();
		}, QUIET_MS);
	});
	closers.push(async () => {
		watcher.close();
		clearTimeout(timer);
	});
	// A build with an error writes nothing.
	startTool('gulp', ['--silent', 'watch']);
	return async () => {
		if (!isBuilt) await new Promise<void>((resolve) => (wake = resolve));
		isBuilt = false;
	};
}

/**
 * Puts a copy of the package where n8n looks for community packages. It is no link, so that
 * n8n-workflow, zod and luxon come from the running n8n, as they do for an installed package.
 */
async function copyPackage(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
	await rm(folder, { recursive: true, force: true });
	for (const name of ['package.json', 'index.js', 'dist']) {
		await cp(join(ROOT, name), join(folder, name), { recursive: true });
	}
}

async function main(): Promise<void> {
	console.log('\nMail and Collection on a real n8n, as the sources are now\n');
	const nextBuild = await watchBuild();
	let folder = '';
	const { n8n } = await openStage({
		port: await findFreePort(N8N_PORT),
		step: printedStep,
		install: async ([userFolder = ''], step) => {
			folder = userFolder;
			await step('Package built', nextBuild);
			await copyPackage(folder);
		},
		closing: (close) => closers.unshift(close),
	});
	console.log(`\n  Editor     ${n8n.url}\n  Sign in    ${OWNER.email}  /  ${OWNER.password}`);
	console.log(`  Log        ${n8n.logFile}\n\n  Change a source; Ctrl-C ends it all.\n`);
	while (!isEnding()) {
		await nextBuild();
		await printedStep('Built; n8n restarted', async () => {
			await n8n.stop();
			await copyPackage(folder);
			await n8n.start();
		}).catch(report);
	}
}

function report(error: unknown): void {
	if (!isEnding()) reportFailure(error); // what Ctrl-C cut off is no news
}

main().catch(async (error: unknown) => {
	report(error);
	await closeAll();
});

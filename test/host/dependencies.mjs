import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './installLock.mjs';
import { Failure, requireNpm, runNpm } from './npm.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes
 * node_modules/.package-lock.json last, so an interrupted install counts as missing.
 *
 * @param {string} root the checkout
 */
export function isInstalled(root) {
	const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
	const wanted = readPackages(join(root, 'package-lock.json'));
	return Object.entries(wanted).every(
		([path, entry]) =>
			path === '' ||
			entry.optional === true ||
			entry.devOptional === true ||
			installed[path]?.version === entry.version,
	);
}

function readPackages(file) {
	if (!existsSync(file)) return {};
	try {
		return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
	} catch (error) {
		if (error instanceof SyntaxError) return {};
		throw error;
	}
}

/**
 * Installs the tools of the checkout where they are missing, and the Node 24 they run on. Commands
 * that start together wait for the one that installs.
 *
 * @param {string} root the checkout
 * @returns {Promise<string>} path of the Node 24 binary
 */
export async function ensureDependencies(root) {
	const logs = join(root, 'artifacts');
	await mkdir(logs, { recursive: true });
	const node = join(root, 'node_modules', 'node', 'bin', 'node');
	if (isInstalled(root) && runs(node)) return node;
	requireNpm();
	await withLock(
		join(logs, 'install.lock'),
		(pid) => console.log(`  Another command installs the tools (process ${pid}): waiting for it`),
		async () => await install(root, node, join(logs, 'install.log')),
	);
	return node;
}

async function install(root, node, log) {
	if (!isInstalled(root)) {
		console.log('  Installing the development tools (once, 1 to 2 minutes)');
		await runNpm('Installing the development tools', ['ci'], { cwd: root, log });
	}
	if (runs(node)) return;
	console.log('  Fetching Node 24, which n8n needs');
	// The only install script of the checkout that is allowed to run: it puts the binary in place.
	await runNpm('Fetching Node 24', ['rebuild', 'node', '--ignore-scripts=false'], {
		cwd: root,
		log,
	});
	if (!runs(node)) {
		throw new Failure(
			`Node 24 for ${process.platform}-${process.arch} does not start here. See ${log}.`,
		);
	}
}

function runs(node) {
	return existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

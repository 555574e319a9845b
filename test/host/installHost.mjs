import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './installLock.mjs';
import { duration, Failure, freeBytes, requireNpm, runNpm } from './npm.mjs';

const MANIFEST = fileURLToPath(new URL('host.json', import.meta.url));
/** What older versions ask for beside that, and is published no more or does not fit together. */
const OLDER = fileURLToPath(new URL('olderHosts.json', import.meta.url));
/** An installed host takes 2.9 GB; npm's cache and the build need room beside it. */
const NEEDED_BYTES = 4e9;

/**
 * The manifest of the n8n to install: that of the project, or of the version that N8N_VERSION names.
 *
 * @returns {{ text: string, version: string }}
 */
function readManifest() {
	const text = readFileSync(MANIFEST, 'utf8');
	const manifest = JSON.parse(text);
	const { N8N_VERSION: version = manifest.dependencies.n8n } = process.env;
	if (version === manifest.dependencies.n8n) return { text, version };
	const older = JSON.parse(readFileSync(OLDER, 'utf8'));
	const overrides = { ...manifest.overrides, ...older.overrides };
	return {
		text: JSON.stringify({ ...manifest, dependencies: { n8n: version }, overrides }),
		version,
	};
}

/**
 * Where the n8n for this manifest, platform and Node is kept: in the user's cache folder, so
 * that all checkouts share it.
 *
 * @returns {string} an absolute path; may not exist yet
 */
export function hostFolder() {
	const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const { text, version } = readManifest();
	const key = createHash('sha256')
		.update(`${text}\0${process.platform}\0${process.arch}`)
		.digest('hex')
		.slice(0, 10);
	return join(cache, 'n8n-nodes-mail-collection', `n8n-${version}-${key}`);
}

/**
 * Installs n8n once; a ready one is only looked at. Survives being interrupted: the stamp is
 * written last, a finished part is not done again, a half-done one is thrown away.
 *
 * @param {string} node the Node 24 binary (its headers lie beside it)
 * @returns {Promise<string>} the folder of the ready n8n
 * @throws {Failure} no network, no room, no compiler
 */
export async function ensureHost(node) {
	const folder = hostFolder();
	if (isReady(folder)) return folder;
	requireNpm();
	try {
		await mkdir(folder, { recursive: true });
	} catch (error) {
		throw new Failure(
			`The cache folder cannot be made (${error.code}): ${folder}\nSet XDG_CACHE_HOME to a folder that is yours.`,
		);
	}
	return await withLock(
		`${folder}.lock`,
		(pid) => console.log(`  Another install of n8n is running (process ${pid}): waiting for it`),
		async () => {
			if (!isReady(folder)) await install(folder, node);
			return folder;
		},
	);
}

function isReady(folder) {
	return existsSync(join(folder, 'ready.json')) && existsSync(n8nEntry(folder));
}

function n8nEntry(folder) {
	return join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

async function install(folder, node) {
	const startedAt = Date.now();
	const { text, version } = readManifest();
	const log = join(folder, 'install.log');
	const unpacked = join(folder, 'packages.json');
	const modules = join(folder, 'node_modules');

	if (!existsSync(unpacked) || !existsSync(n8nEntry(folder))) {
		if (existsSync(modules)) {
			console.log('  An earlier install of n8n was interrupted: starting it again');
			await rm(modules, { recursive: true, force: true });
		}
		const free = await freeBytes(folder);
		if (free < NEEDED_BYTES) {
			throw new Failure(
				`n8n needs ${NEEDED_BYTES / 1e9} GB in ${folder}, and ${(free / 1e9).toFixed(1)} GB are free.\n` +
					'Free some space, or set XDG_CACHE_HOME to a folder on another disk.',
			);
		}
		console.log(`  Installing n8n ${version} into ${folder} (once, about 5 minutes, 2.9 GB)`);
		await writeFile(join(folder, 'package.json'), text);
		// Scripts stay off: the Kafka client's would compile against headers many machines lack.
		const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
		await runNpm('Installing n8n', args, { cwd: folder, log, node });
		await writeFile(unpacked, JSON.stringify({ version }));
	}

	console.log('  Preparing the SQLite module (about a minute where it has to be compiled)');
	const headers = join(
		node,
		'..',
		'..',
		'node_modules',
		`node-${process.platform}-${process.arch}`,
	);
	const rebuild = async (env) =>
		await runNpm(
			'Preparing the SQLite module',
			['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
			{ cwd: folder, log, node, env: { npm_config_nodedir: headers, ...env } },
		);
	await rebuild({});
	// A downloaded binary may not fit this system's C library; a compiled one does.
	if (!sqliteLoads(folder, node)) await rebuild({ npm_config_build_from_source: 'true' });
	if (!sqliteLoads(folder, node)) {
		throw new Failure(`The SQLite module of n8n does not load.\nFull output: ${log}`);
	}
	await writeFile(join(folder, 'ready.json'), JSON.stringify({ version }));
	console.log(`  n8n ${version} is installed (${duration(Date.now() - startedAt)})`);
}

function sqliteLoads(folder, node) {
	const probe = spawnSync(node, ['-e', 'require("sqlite3")'], { cwd: folder, stdio: 'ignore' });
	return probe.status === 0;
}

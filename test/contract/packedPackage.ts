import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/sources';

const run = promisify(execFile);
const NPM_TIMEOUT_MS = 60_000;

/** What n8n puts on the module path of a community package. */
export const HOST_MODULES = ['n8n-workflow', 'zod', 'luxon'];

export interface PackedPackage {
	/** The unpacked package, as npm installs it. */
	folder: string;
	/** Its files, relative to the folder. */
	files: string[];
	/** A folder holding HOST_MODULES and nothing else, for NODE_PATH. */
	hostModules: string;
	remove(): Promise<void>;
}

/** Packs what `npm run build` left in dist/, and unpacks it outside the checkout. */
export async function packPackage(): Promise<PackedPackage> {
	const scratch = await mkdtemp(path.join(tmpdir(), 'pack-'));
	const { stdout } = await run(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', scratch],
		{ cwd: ROOT, timeout: NPM_TIMEOUT_MS },
	);
	const [packed] = JSON.parse(stdout) as Array<{
		filename: string;
		files: Array<{ path: string }>;
	}>;
	if (!packed) throw new Error('npm pack named no file');
	await run('tar', ['-xzf', path.join(scratch, packed.filename), '-C', scratch]);
	return {
		folder: path.join(scratch, 'package'),
		files: packed.files.map((file) => file.path).sort(),
		hostModules: await linkHostModules(path.join(scratch, 'host')),
		remove: async () => {
			await rm(scratch, { recursive: true, force: true });
		},
	};
}

async function linkHostModules(folder: string): Promise<string> {
	await mkdir(folder);
	const { resolve } = createRequire(path.join(ROOT, 'package.json'));
	for (const name of HOST_MODULES) {
		const manifest = resolve(`${name}/package.json`);
		await symlink(path.dirname(manifest), path.join(folder, name));
	}
	return folder;
}

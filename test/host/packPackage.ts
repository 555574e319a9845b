import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from './failure';
import { runCommand } from './runCommand';

const BUILD_TIMEOUT_MS = 180_000;
const NPM_TIMEOUT_MS = 60_000;

/** The checkout this file belongs to. */
export const ROOT = join(__dirname, '..', '..');

const packAnswer = z
	.array(z.object({ filename: z.string(), version: z.string(), size: z.number() }))
	.nonempty();

export interface PackedPackage {
	/** Absolute path of the .tgz */
	file: string;
	version: string;
	/** Bytes */
	size: number;
}

/**
 * Builds the package and packs exactly what would be published.
 *
 * @param folder where the tarball goes
 * @throws {Failure} when the build or the packing fails, with the compiler's words
 */
export async function packPackage(folder: string): Promise<PackedPackage> {
	await runCommand('The build', ['npm', 'run', '--silent', 'build'], {
		cwd: ROOT,
		timeoutMs: BUILD_TIMEOUT_MS,
	});
	const printed = await runCommand(
		'Packing',
		['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: ROOT, timeoutMs: NPM_TIMEOUT_MS },
	);
	const parsed = packAnswer.safeParse(JSON.parse(printed));
	if (!parsed.success) throw new Failure('Packing failed: npm pack named no file.');
	const [{ filename, version, size }] = parsed.data;
	return { file: join(folder, filename), version, size };
}

/**
 * Installs a tarball where n8n looks for community packages. Like n8n's own installer it
 * leaves peer dependencies out: n8n-workflow, zod and luxon come from the running n8n.
 *
 * @param tarball absolute path
 * @param userFolder N8N_USER_FOLDER of the instance
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	await runCommand(
		'Installing the package into n8n',
		[
			...['npm', 'install', '--ignore-scripts', '--legacy-peer-deps', '--omit=dev'],
			...['--no-audit', '--no-fund', '--no-package-lock', tarball],
		],
		{ cwd: folder, timeoutMs: NPM_TIMEOUT_MS },
	);
}

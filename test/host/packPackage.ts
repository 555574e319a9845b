import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from './failure';
import { runCommand } from './runCommand';

const BUILD_TIMEOUT_MS = 180_000;
const NPM_TIMEOUT_MS = 60_000;

/** The checkout this file belongs to. */
export const ROOT = join(__dirname, '..', '..');

/** Variable that holds, as JSON, what is packed already: the lanes of a run share one build. */
export const PACKED = 'PACKED_PACKAGE';

const packAnswer = z
	.array(z.object({ filename: z.string(), version: z.string(), size: z.number() }))
	.nonempty();

const packedPackage = z.object({
	/** Absolute path of the .tgz */
	file: z.string(),
	version: z.string(),
	/** Bytes */
	size: z.number(),
});

export type PackedPackage = z.infer<typeof packedPackage>;

/**
 * Builds the package and packs exactly what would be published, unless whoever began this process did.
 *
 * @param folder where the tarball goes
 * @throws {Failure} when the build or the packing fails, with the compiler's words
 */
export async function packPackage(folder: string): Promise<PackedPackage> {
	const done = process.env[PACKED];
	if (done !== undefined) return packedPackage.parse(JSON.parse(done));
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

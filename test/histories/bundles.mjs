/** Bundles what the threads play, and the package beside it. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Instead of modules that read the sources' folders, or need Jest. */
const REPLACED = [
	{ filter: /\/scripts\/shippedClasses$/, by: join(FOLDER, 'loaded.ts') },
	{ filter: /\/expectDescribedOutput$/, by: join(FOLDER, 'expectNothing.ts') },
];

/** The package, by the nodes that it is for. */
const NODES = readdirSync(join(FOLDER, 'code'));

/** Where the bundles are as if they were a file, for what they require: a folder below the root, as scripts/sources.ts. */
export const FILE = join(dirname(FOLDER), 'player.js');

/** @param plugins change modules while they are read. @returns the texts of all bundles, by name. */
export async function bundle(plugins = []) {
	const replacing = {
		name: 'replaced',
		setup({ onResolve }) {
			for (const { filter, by } of REPLACED) onResolve({ filter }, () => ({ path: by }));
		},
	};
	const { outputFiles } = await build({
		entryPoints: [join(FOLDER, 'player.ts'), ...NODES.map((name) => join(FOLDER, 'code', name))],
		outdir: FOLDER,
		bundle: true,
		platform: 'node',
		target: 'node24',
		format: 'cjs',
		packages: 'external',
		charset: 'utf8',
		logLevel: 'error',
		write: false,
		plugins: [replacing, ...plugins],
	});
	return outputFiles.map(({ path, text }) => [basename(path, '.js'), text]);
}

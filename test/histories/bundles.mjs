/** Bundles what the threads play, and the package beside it. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Instead of modules that read the sources' folders. */
const REPLACED = [{ filter: /\/contract\/shippedClasses$/, by: join(FOLDER, 'loaded.ts') }];

export const FILE = join(FOLDER, 'histories.js');

/** @param plugins change modules while they are read. @returns the texts of both bundles. */
export async function bundle(plugins = []) {
	const replacing = {
		name: 'replaced',
		setup({ onResolve }) {
			for (const { filter, by } of REPLACED) onResolve({ filter }, () => ({ path: by }));
		},
	};
	const textOf = async (file) => {
		const { outputFiles } = await build({
			entryPoints: [join(FOLDER, file)],
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
		return outputFiles[0].text;
	};
	const [player, code] = await Promise.all(['player.ts', 'code.ts'].map(textOf));
	return { player, code };
}

/** Faults to plant into the package's modules while they are bundled: a run that does not find them proves nothing. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** By name: what stands in a file, and what takes its place. */
export const PLANTS = {};

/** The plugin of esbuild that plants a fault. */
export function planted(name) {
	const { file, from, to } = PLANTS[name];
	const path = join(ROOT, file);
	return {
		name: 'planted',
		setup({ onLoad }) {
			const filter = new RegExp(`${path.replaceAll(/[.\\]/g, '\\$&')}$`);
			onLoad({ filter }, () => {
				const text = readFileSync(path, 'utf8');
				if (text.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`);
				return { contents: text.replace(from, () => to), loader: 'ts' };
			});
		},
	};
}

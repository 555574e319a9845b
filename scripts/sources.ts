import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The repository's root folder. */
export const ROOT = path.resolve(__dirname, '..');

/** Every file below `folder` (relative to the root) whose name ends in `suffix`, relative to the root. */
export function filesBelow(folder: string, suffix: string): string[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
		.map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'))
		.sort();
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../../scripts/sources';

/** `fact: <id>` in a comment or a page, `fact: '<id>'` in code. */
const CITATION = /\bfact: '?([a-z0-9-]+)/g;

/** Where a row matters: the code and the pages that cite it. */
const CITING = [
	...['nodes', 'credentials', 'test']
		.flatMap((folder) => filesBelow(folder, '.ts'))
		.filter((file) => !file.startsWith('test/facts/')),
	...filesBelow('docs', '.md').filter((file) => path.posix.dirname(file) === 'docs'),
	'README.md',
];

/** A place that rests on a row. */
export interface Citation {
	fact: string;
	file: string;
}

/** Every citation of a row, in the order of the files. */
export function findCitations(): Citation[] {
	return CITING.flatMap((file) =>
		[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(CITATION)].map(([, fact = '']) => ({
			fact,
			file,
		})),
	);
}

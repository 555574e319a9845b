import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { filesBelow, ROOT } from './sources';

const readText = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const { homepage } = z
	.object({ homepage: z.string().url() })
	.parse(JSON.parse(readText('package.json')));

/** Where n8n's links find the pages of docs/: below the repository that package.json names. */
export const DOCS = `${homepage}/blob/main/docs/`;

/** What n8n takes its links from. */
export const LINKING_FILES = [
	...filesBelow('nodes', '.node.json'),
	...filesBelow('credentials', '.credentials.ts'),
	'credentials/docsPage.ts',
];

/** The file with its links to pages of docs/ leading to the repository that package.json names. */
export function renderLinks(file: string): string {
	return readText(file).replace(/https:\/\/[^\s'"]*\/docs\/(?=([\w-]+\.md)?['"])/g, () => DOCS);
}

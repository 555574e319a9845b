import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

/**
 * The names of a page's headings, as GitHub makes them.
 * @param page From the root of the project, such as `docs/mail.md`.
 */
export function anchorsOf(page: string): string[] {
	const text = readFileSync(path.join(ROOT, page), 'utf8');
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\w\s-]/g, '')
			.replaceAll(' ', '-'),
	);
}

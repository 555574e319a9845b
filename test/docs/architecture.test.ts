import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../contract/sources';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const page = read('docs/dev/architecture.md');

it('docs/dev/architecture.md names only what is there', () => {
	const named = [...page.matchAll(/\b(?:nodes|test)\/[\w./]+/g)].map(([name]) => name);
	expect(named.length).toBeGreaterThan(40);
	const missing = named.filter((name) => !existsSync(path.join(ROOT, name.replace(/[.]$/, ''))));
	expect(missing).toEqual([]);
});

describe('the facts', () => {
	const pages = ['docs/graph.md', 'docs/collection-api.md'];
	const sectionsOf = (file: string) =>
		[...read(file).matchAll(/^## (\d+[a-z]?)\. /gm)].map(([, section]) => section);

	it.each(pages)('%s has each section once', (file) => {
		const sections = sectionsOf(file);
		expect(sections.length).toBeGreaterThan(5);
		expect(sections).toEqual([...new Set(sections)]);
	});

	it('are cited by sections that exist', () => {
		const files = ['nodes', 'credentials', 'test', 'scripts'].flatMap((folder) =>
			filesBelow(folder, ''),
		);
		const texts = files.filter((file) => /\.(ts|mjs|cjs)$/.test(file));
		const dangling = texts.flatMap((file) =>
			[...read(file).matchAll(/\b([\w-]+\.md) (\d+[a-z]?)\b/g)].flatMap(
				([cited, name, section]) => {
					const target = pages.find((one) => path.posix.basename(one) === name);
					const isThere = target !== undefined && sectionsOf(target).includes(section);
					return isThere ? [] : [`${file}: ${cited}`];
				},
			),
		);
		expect(dangling).toEqual([]);
	});
});

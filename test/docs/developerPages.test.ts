import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifest } from '../../scripts/shippedClasses';
import { filesBelow, ROOT } from '../../scripts/sources';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = ['nodes', 'test', 'scripts', 'docs', 'examples'].flatMap((root) =>
	filesBelow(root, ''),
);
const words = new Set(
	files
		.filter((file) => /\.(ts|mjs|cjs|json)$/.test(file))
		.flatMap((file) => read(file).match(/\w+/g) ?? []),
);

describe.each(['CONTRIBUTING.md', 'docs/facts/README.md', ...filesBelow('docs/dev', '.md')])(
	'%s names only what is there',
	(name) => {
		const page = read(name);
		const code = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

		it('files and folders', () => {
			const named = page.match(/\b(?:nodes|test|scripts|examples)\/[\w./]+/g) ?? [];
			const isThere = (one: string) =>
				files.some((file) => file.startsWith(one.replace(/\.$/, '')));
			expect(named.filter((one) => !isThere(one))).toEqual([]);
		});

		it('functions and fields', () => {
			const named = code.filter((text) => /^[a-z]+[A-Z]\w*(\(\))?$/.test(text));
			expect(named.filter((text) => !words.has(text.replace('()', '')))).toEqual([]);
		});

		it('commands', () => {
			const named = code.flatMap((text) => /npm run ([\w:]+)/.exec(text)?.[1] ?? []);
			expect(named.filter((script) => !(script in manifest.scripts))).toEqual([]);
		});
	},
);

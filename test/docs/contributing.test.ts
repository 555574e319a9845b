import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../../scripts/sources';

const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const map = /```\n(nodes\/<Node>[\s\S]*?)```/.exec(text)?.[1] ?? '';

describe('the map of CONTRIBUTING', () => {
	it.each(['nodes', 'test'])('has every folder of %s/', (root) => {
		const depth = root === 'nodes' ? 4 : 2;
		const folders = filesBelow(root, '').flatMap((file) => {
			const names = path.posix.dirname(file).split('/').slice(0, depth);
			return names.map((_, index) => names.slice(0, index + 1).join('/'));
		});
		const inside = [...new Set(folders)].filter(
			(folder) => folder !== root && !folder.includes('/actions/'),
		);
		const missing = inside.filter((folder) => {
			const name = path.posix.basename(folder);
			return name !== 'Mail' && name !== 'Collection' && !map.includes(`${name}/`);
		});
		expect(missing).toEqual([]);
	});

	it('has no folder that is gone', () => {
		const parts = new Set(
			[...filesBelow('nodes', ''), ...filesBelow('test', '')].flatMap((file) => file.split('/')),
		);
		const named = [...map.matchAll(/(?<![\w<])(?:\w+\/)+/g)].flatMap(([folder]) =>
			folder.split('/').filter((name) => name !== ''),
		);
		const roots = ['credentials', 'scripts'];
		expect(named.filter((name) => !parts.has(name) && !roots.includes(name))).toEqual([]);
	});
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, ROOT } from '../../scripts/sources';

it('a type has a name of its own in the whole tree', () => {
	const files = [...filesBelow('nodes', '.ts'), ...filesBelow('credentials', '.ts')];
	const names = files.flatMap((file) => {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		const found = text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm);
		return [...found].map(([, name = '']) => name);
	});
	expect(names.length).toBeGreaterThan(100);
	const repeated = names.filter((name, index) => names.indexOf(name) !== index);
	expect(repeated.sort()).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const page = read('docs/dev/architecture.md');

it('docs/dev/architecture.md names only what is there', () => {
	const named = [...page.matchAll(/\b(?:nodes|test)\/[\w./]+/g)].map(([name]) => name);
	expect(named.length).toBeGreaterThan(40);
	const missing = named.filter((name) => !existsSync(path.join(ROOT, name.replace(/[.]$/, ''))));
	expect(missing).toEqual([]);
});

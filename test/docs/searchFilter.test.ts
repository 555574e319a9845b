import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSearchFilter } from '../../nodes/Mail/trigger/searchFilter';

const page = readFileSync(path.join(__dirname, '../../docs/search-filter.md'), 'utf8');
const examples = page
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
	.map(([, example = '']) => example);

describe('docs/search-filter.md', () => {
	it.each(examples)('shows a filter that is valid: %s', (example) => {
		expect(() => parseSearchFilter(example)).not.toThrow();
	});

	it('shows many', () => {
		expect(examples.length).toBeGreaterThan(30);
	});
});

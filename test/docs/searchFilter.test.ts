import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSearchFilter } from '../../nodes/Mail/filter/searchFilter';

const readme = readFileSync(path.join(__dirname, '../../README.md'), 'utf8');
const [, chapter = ''] = readme.split("## The Mail Trigger's Search Filter\n");
const examples = chapter
	.slice(0, chapter.indexOf('\n## '))
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
	.map(([, example = '']) => example);

describe("README's table of the Search Filter", () => {
	it.each(examples)('shows a filter that is valid: %s', (example) => {
		expect(() => parseSearchFilter(example)).not.toThrow();
	});

	it('shows many', () => {
		expect(examples.length).toBeGreaterThan(30);
	});
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formPages } from '../../nodes/Collection/fields/formPages';
import { ROOT } from '../../scripts/sources';

const page = readFileSync(path.join(ROOT, 'docs/collection.md'), 'utf8');
const [, onPage] = /```json\n(.*?)```/s.exec(page) ?? [];
const [, inEditor] = /^For example: (.*)$/s.exec(formPages.property.hint ?? '') ?? [];

describe('the example of a form', () => {
	it.each([
		['below the field', inEditor],
		['on the page of the node', onPage],
	])('%s is one that is taken as it stands', (_, example) => {
		expect(example).toContain('Legal name');
		expect(formPages.input.safeParse(example).error).toBeUndefined();
	});
});

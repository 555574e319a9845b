import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SearchFilterError } from '../../nodes/Mail/filter/error';
import { parseSearchFilter } from '../../nodes/Mail/filter/searchFilter';
import { mailTriggerProperties } from '../../nodes/Mail/watch/mails/fields';

const page = readFileSync(path.join(__dirname, '../../docs/mail-trigger.md'), 'utf8');
const [, chapter = ''] = page.split('## Search Filter\n');
const [accepted = '', refused = ''] = (chapter.split('\n## ')[0] ?? '').split('| Refused ');

/** The filters of each row of a table, column by column. */
function filtersOf(table: string): string[][][] {
	const rows = table.split('\n').filter((line) => line.startsWith('| `'));
	return rows.map((row) =>
		row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, filter = '']) => filter)),
	);
}

const examples = filtersOf(accepted).flatMap(([, filters = []]) => filters);
const spellings = filtersOf(refused).flatMap(([, filters = [], [same = ''] = []]) =>
	filters.map((filter) => [filter, same]),
);

describe('the hint of the Search Filter', () => {
	it('shows filters that are valid, and days that read the same everywhere', () => {
		const hint = mailTriggerProperties.find(({ name }) => name === 'searchFilter')?.hint ?? '';
		const filters = hint.split(' · ').filter((part) => part.includes(':') && !part.endsWith('.'));
		expect(filters.length).toBeGreaterThan(3);
		for (const filter of [...filters, ...hint.matchAll(/received\S+/g)].map(String)) {
			expect(() => parseSearchFilter(filter)).not.toThrow();
		}
		expect(hint).toContain('received>=2026-03-31');
	});
});

describe('the table of the Search Filter', () => {
	it.each(examples)('shows a filter that is valid: %s', (example) => {
		expect(() => parseSearchFilter(example)).not.toThrow();
	});

	it.each(spellings)('shows for %s that it is refused, and %s proposed', (filter, proposal) => {
		expect(() => parseSearchFilter(filter)).toThrow(SearchFilterError);
		expect(() => parseSearchFilter(filter)).toThrow(`Write: ${proposal}`);
	});

	it('shows many', () => {
		expect(examples.length).toBeGreaterThan(30);
		expect(spellings.length).toBeGreaterThan(8);
	});
});

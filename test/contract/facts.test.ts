import { readRows } from '../../scripts/factRows';
import { findCitations } from '../facts/citations';

const rows = readRows();
const citations = findCitations();
const ids = rows.map(({ id }) => id);

describe('a row of docs/facts', () => {
	it('has an ID of its own', () => {
		expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([]);
	});

	it('is cited: where it matters nowhere, it is not kept', () => {
		const cited = new Set(citations.map(({ fact }) => fact));
		expect(ids.filter((id) => !cited.has(id))).toEqual([]);
	});

	it.each(rows.flatMap(({ id, readings }) => (readings ? [id] : [])))(
		'with readings is read by the simulator: %s',
		(id) => {
			const readers = citations.filter(
				({ fact, file }) => fact === id && file.startsWith('test/simulator/'),
			);
			expect(readers).not.toEqual([]);
		},
	);
});

it('no citation leads to a row that is not there', () => {
	expect(citations.filter(({ fact }) => !ids.includes(fact))).toEqual([]);
});

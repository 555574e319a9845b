import * as fc from 'fast-check';
import { readSwitches } from '../../scripts/factRows';
import { coverPairs, keyOf, pairsIn, pairsOf } from './pairs';

const factors = fc
	.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 })
	.map((counts) =>
		counts.map((count, index) => ({
			name: `row ${index}`,
			values: Array.from({ length: count }, (_, value) => `reading ${value}`),
		})),
	);

it('lets each pair of readings meet, and of each row one reading at a time', () => {
	fc.assert(
		fc.property(factors, (given) => {
			const combinations = coverPairs(given);
			const met = combinations.flatMap((one) => pairsIn(one, given).map(keyOf));
			expect([...new Set(met)].sort()).toEqual(pairsOf(given).map(keyOf).sort());
			for (const one of combinations) {
				expect([...one.keys()].sort()).toEqual(given.map(({ name }) => name).sort());
				for (const { name, values } of given) expect(values).toContain(one.get(name));
			}
		}),
	);
});

it('begins with what the nodes rest on', () => {
	const given = readSwitches().map(({ fact, readings }) => ({ name: fact, values: readings }));
	const [first] = coverPairs(given);
	expect([...(first ?? [])]).toEqual(given.map(({ name, values: [usual] }) => [name, usual]));
});

it('takes few runs: no more than three times what the two largest rows need', () => {
	const given = readSwitches().map(({ fact, readings }) => ({ name: fact, values: readings }));
	const [largest = 1, second = 1] = given.map(({ values }) => values.length).sort((a, b) => b - a);
	expect(coverPairs(given).length).toBeLessThanOrEqual(3 * largest * second);
});

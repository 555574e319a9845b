import fc from 'fast-check';
import { isSameLabel, withLabels } from '../../../../nodes/Mail/email/labels';

describe('names of labels', () => {
	it('are the same in any case, but not with other accents', () => {
		expect(isSameLabel('Größe', 'GRÖßE')).toBe(true);
		expect(isSameLabel('Resume', 'Résumé')).toBe(false);
		expect(isSameLabel('Red', 'Red ')).toBe(false);
	});

	it('are other ones where a character is another one, whatever the language of the machine', () => {
		for (const [one, other] of [
			['てすと', 'テスト'],
			['Stage ①', 'Stage 1'],
			['Done ✔', 'Done\u200B ✔'],
			['Straße', 'Strasse'],
		] as const) {
			expect([one, isSameLabel(one, other)]).toEqual([one, false]);
		}
		expect(isSameLabel('Re\u0301sume\u0301', 'RÉSUMÉ')).toBe(true);
	});

	it('are added behind those that are there, each once', () => {
		expect(withLabels(['Red', 'Blue'], ['BLUE', 'Green', 'green'])).toEqual([
			'Red',
			'Blue',
			'Green',
		]);
	});

	it('that are there stay as they are; adding the same again changes nothing', () => {
		const names = fc.array(fc.constantFrom('Red', 'red', 'Blue', 'Green', 'ä', 'Ä', 'a'));
		fc.assert(
			fc.property(names, names, (labels, added) => {
				const all = withLabels(labels, added);
				expect(all.slice(0, labels.length)).toEqual(labels);
				for (const name of added) expect(all.some((other) => isSameLabel(other, name))).toBe(true);
				expect(withLabels(all, added)).toEqual(all);
			}),
		);
	});
});

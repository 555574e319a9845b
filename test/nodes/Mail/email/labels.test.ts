import fc from 'fast-check';
import { labelKey, withLabels, withoutLabels } from '../../../../nodes/Mail/email/labels';
import { growthFault } from '../../../harness/growth';

const isSame = (one: string, other: string) => labelKey(one) === labelKey(other);

describe('names of labels', () => {
	it('are the same in any case, but not with other accents', () => {
		expect(isSame('Größe', 'GRÖßE')).toBe(true);
		expect(isSame('Resume', 'Résumé')).toBe(false);
		expect(isSame('Red', 'Red ')).toBe(false);
	});

	it('are other ones where a character is another one, whatever the language of the machine', () => {
		for (const [one, other] of [
			['てすと', 'テスト'],
			['Stage ①', 'Stage 1'],
			['Done ✔', 'Done\u200B ✔'],
			['Straße', 'Strasse'],
		] as const) {
			expect([one, isSame(one, other)]).toEqual([one, false]);
		}
		expect(isSame('Re\u0301sume\u0301', 'RÉSUMÉ')).toBe(true);
	});

	it('are added behind those that are there, each once', () => {
		expect(withLabels(['Red', 'Blue'], ['BLUE', 'Green', 'green'])).toEqual([
			'Red',
			'Blue',
			'Green',
		]);
	});

	it.each([
		['added', withLabels],
		['removed', withoutLabels],
	])('that are %s cost no more for each where there are thousands', async (_name, change) => {
		const names = (count: number) => Array.from({ length: count }, (_, at) => `Label ${at}`);
		const fault = await growthFault((count) => change(names(count), names(count)));
		expect(fault).toBeUndefined();
	});

	it('that are there stay as they are; adding the same again changes nothing', () => {
		const names = fc.array(fc.constantFrom('Red', 'red', 'Blue', 'Green', 'ä', 'Ä', 'a'));
		fc.assert(
			fc.property(names, names, (labels, added) => {
				const all = withLabels(labels, added);
				expect(all.slice(0, labels.length)).toEqual(labels);
				for (const name of added) expect(all.some((other) => isSame(other, name))).toBe(true);
				expect(withLabels(all, added)).toEqual(all);
			}),
		);
	});
});

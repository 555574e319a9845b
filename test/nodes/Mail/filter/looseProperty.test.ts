import { explainLoose } from '../../../../nodes/Mail/filter/looseProperty';
import { growthFault } from '../../../harness/growth';

describe('A blank that makes free text of a value', () => {
	it.each([
		['from: Corner', 'from:'],
		['invoice AND (SUBJECT: "past due")', 'SUBJECT:'],
		['-to=  ann', 'to='],
		['"a quote" from:\tann', 'from:'],
		['from:ann subject: plan', 'subject:'],
	])('is found in %j', (text, property) => {
		expect(explainLoose(text, 'Search')).toMatch(
			new RegExp(`^Search: a blank follows "${property}", so .* Delete the blank\\.$`),
		);
	});

	it.each([
		'',
		'from:Corner',
		'"from: Corner"',
		'a "b" "from: Corner',
		're: Corner',
		'bodyfrom: Corner',
		'from:',
		'(from: )',
		'received: today',
	])('is none in %j', (text) => {
		expect(explainLoose(text)).toBeUndefined();
	});

	it.each<[string, (length: number) => string]>([
		['names alone', (length) => 'from:'.repeat(length / 5)],
		['an open quote', (length) => `"${' from: '.repeat(length / 7)}`],
		['quotes and spaces', (length) => `${'"" '.repeat(length / 6)}from:${' '.repeat(length / 2)}`],
	])('is looked for in the same time in each part of a long text: %s', async (_, text) => {
		expect(explainLoose(text(100_000))).toBeUndefined();
		expect(await growthFault((length) => explainLoose(text(length)))).toBeUndefined();
	});
});

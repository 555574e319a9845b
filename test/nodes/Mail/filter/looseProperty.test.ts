import { explainLoose } from '../../../../nodes/Mail/filter/looseProperty';

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

	it('is looked for in a moment in long texts', () => {
		const started = performance.now();
		for (const text of [
			'from:'.repeat(20_000),
			`"${' from: '.repeat(20_000)}`,
			`${'"" '.repeat(20_000)}from:${' '.repeat(50_000)}`,
		]) {
			expect(explainLoose(text)).toBeUndefined();
		}
		expect(performance.now() - started).toBeLessThan(1_000);
	});
});

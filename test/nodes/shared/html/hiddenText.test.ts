import { htmlToText } from '../../../../nodes/shared/html/html';
import { TECHNIQUES, WORD } from '../../../corpus/hiddenTexts';

describe('What people see of HTML', () => {
	it('is known for more than 300 ways to hide text, and as many that hide nothing', () => {
		expect(TECHNIQUES.filter(({ isSeen }) => !isSeen).length).toBeGreaterThan(300);
		expect(new Set(TECHNIQUES.map(({ html }) => html)).size).toBe(TECHNIQUES.length);
	});

	it.each(TECHNIQUES.filter(({ isSeen }) => !isSeen))('is not $html', ({ html }) => {
		expect(htmlToText(html)).not.toContain(WORD);
	});

	it.each(TECHNIQUES.filter(({ isSeen }) => isSeen))('is $html', ({ html }) => {
		expect(htmlToText(html)).toContain(WORD);
	});
});

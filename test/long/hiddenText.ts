import { htmlToText } from '../../nodes/shared/html/html';
import { TECHNIQUES, WORD } from '../corpus/hiddenTexts';
import { PROGRAM_MAILS } from '../corpus/programMails';
import { Sight } from '../harness/chromiumSight';

/** What the reader of HTML shows is compared with what Chromium draws. */

let sight: Sight;

beforeAll(async () => {
	sight = await Sight.open();
});
afterAll(async () => {
	await sight.close();
});

describe('Hidden text', () => {
	it('is hidden, and nothing else, where Chromium draws nothing of it', async () => {
		const wrong: string[] = [];
		for (const { html, isSeen } of TECHNIQUES) {
			const texts = await sight.look(html, WORD);
			const isDrawn = texts.some((one) => one.isSeen);
			if (isDrawn !== isSeen) wrong.push(`${isDrawn ? 'drawn' : 'not drawn'}: ${html}`);
			if (isDrawn !== htmlToText(html).includes(WORD)) wrong.push(`read otherwise: ${html}`);
		}
		expect(wrong).toEqual([]);
	}, 1_800_000);

	it('is all that is missing of mails as programs write them: 95 % of what is drawn is there', async () => {
		expect(PROGRAM_MAILS.length).toBeGreaterThanOrEqual(200);
		const [lost, leaked]: [string[], string[]] = [[], []];
		let [drawn, kept] = [0, 0];
		for (const { program, html } of PROGRAM_MAILS) {
			const text = toWords(htmlToText(html));
			const texts = (await sight.look(html)).map((one) => ({ ...one, words: toWords(one.text) }));
			const seen = texts.filter(({ isSeen }) => isSeen).map(({ words }) => words);
			for (const words of seen) {
				drawn += words.length;
				if (text.includes(words)) kept += words.length;
				else lost.push(`${program}: ${words}`);
			}
			for (const { isSeen, words } of texts) {
				// A bullet is drawn too small to be found in a picture.
				if (isSeen || words.length < 2 || !text.includes(words)) continue;
				// The title of a page often stands in it once more.
				if (!seen.some((one) => one.includes(words))) leaked.push(`${program}: ${words}`);
			}
		}
		console.log(`${PROGRAM_MAILS.length} mails, ${drawn} characters drawn, ${kept} of them kept`);
		console.log([...new Set(lost.map((one) => one.slice(0, 60)))].slice(0, 20).join('\n'));
		expect(leaked).toEqual([]);
		expect(kept / drawn).toBeGreaterThanOrEqual(0.95);
	}, 1_800_000);
});

/** A text without the characters that show nothing, and with a blank between words. */
function toWords(text: string): string {
	return text
		.replace(/[\p{Cf}\u034F\u115F]/gu, '')
		.replace(/\s+/g, ' ')
		.trim();
}

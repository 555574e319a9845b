import { htmlToText } from '../../nodes/shared/html';
import { TECHNIQUES, WORD } from '../corpus/hiddenTexts';
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
});

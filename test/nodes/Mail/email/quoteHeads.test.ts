import {
	markHistory,
	QUOTE_CUT,
	ToldPhrases,
	withoutTold,
} from '../../../../nodes/Mail/email/history';
import type { QuoteHead } from '../../../corpus/quoteHeads';
import { LOOK_ALIKES, QUOTE_HEADS } from '../../../corpus/quoteHeads';

const OWN = ['Thanks, it is.', ''];
const QUOTE = ['Is it done?', 'Yes.'];

function mailWith({ head, isMarked }: QuoteHead): string {
	const quote = isMarked ? QUOTE.map((line) => `> ${line}`) : QUOTE;
	return [...OWN, ...head.split('\n'), '', ...quote].join('\n');
}

/** Whether all of a quote stands apart from what its author wrote. */
function isMarked(one: QuoteHead): boolean {
	const lines = markHistory(mailWith(one)).split('\n').slice(OWN.length);
	return one.isMarked || lines.every((line) => line === '' || line.startsWith('>'));
}

/** Whether nothing of it is left where an email above holds the quote, its head neither. */
function isCut(one: QuoteHead): boolean {
	const told = new ToldPhrases();
	told.add(QUOTE.join('\n'));
	return withoutTold(markHistory(mailWith(one)), told) === [...OWN, QUOTE_CUT].join('\n');
}

const shown = ({ language, head }: QuoteHead) => `${language}: ${head}`;

describe('The head of a quoted mail', () => {
	it('is known in at least 95 of 100 mails, in every language', () => {
		expect(QUOTE_HEADS.length).toBeGreaterThan(120);
		const missed = QUOTE_HEADS.filter((one) => !(isMarked(one) && isCut(one)));
		expect(missed.slice(Math.floor(QUOTE_HEADS.length / 20)).map(shown)).toEqual([]);
		for (const language of new Set(QUOTE_HEADS.map((one) => one.language))) {
			const own = (heads: QuoteHead[]) => heads.filter((one) => one.language === language).length;
			expect(own(missed) / own(QUOTE_HEADS)).toBeLessThan(0.2);
		}
	});

	it('is known wherever Outlook wrote it', () => {
		const outlook = QUOTE_HEADS.filter(({ program }) => program === 'Outlook');
		expect(outlook.filter((one) => !(isMarked(one) && isCut(one))).map(shown)).toEqual([]);
	});

	it.each(LOOK_ALIKES)('is not taken for one: %j', (text) => {
		const mail = [...OWN, ...text.split('\n'), '', ...QUOTE].join('\n');
		expect(markHistory(mail)).toBe(mail);
	});
});

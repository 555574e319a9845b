import {
	markHistory,
	QUOTE_CUT,
	ToldPhrases,
	withoutTold,
} from '../../../../nodes/Mail/email/history';
import { createPauses } from '../../../../nodes/shared/http/pauses';
import type { QuoteHead } from '../../../corpus/quoteHeads';
import { LOOK_ALIKES, QUOTE_HEADS } from '../../../corpus/quoteHeads';

const OWN = ['Thanks, it is.', ''];
const QUOTE = ['Is it done?', 'Yes.'];

function mailWith({ head, isMarked }: QuoteHead): string {
	const quote = isMarked ? QUOTE.map((line) => `> ${line}`) : QUOTE;
	return [...OWN, ...head.split('\n'), '', ...quote].join('\n');
}

const pause = createPauses();

/** Whether all of a quote stands apart from what its author wrote. */
async function isMarked(one: QuoteHead): Promise<boolean> {
	const text = await markHistory(mailWith(one), pause);
	const lines = text.split('\n').slice(OWN.length);
	return one.isMarked || lines.every((line) => line === '' || line.startsWith('>'));
}

/** Whether nothing of it is left where an email above holds the quote, its head neither. */
async function isCut(one: QuoteHead): Promise<boolean> {
	const told = new ToldPhrases();
	await told.add(QUOTE.join('\n'), pause);
	const text = await markHistory(mailWith(one), pause);
	return (await withoutTold(text, told, pause)) === [...OWN, QUOTE_CUT].join('\n');
}

async function missedOf(heads: readonly QuoteHead[]): Promise<QuoteHead[]> {
	const known = await Promise.all(
		heads.map(async (one) => (await isMarked(one)) && (await isCut(one))),
	);
	return heads.filter((_, at) => !known[at]);
}

const shown = ({ language, head }: QuoteHead) => `${language}: ${head}`;

describe('The head of a quoted mail', () => {
	it('is known in at least 95 of 100 mails, in every language', async () => {
		expect(QUOTE_HEADS.length).toBeGreaterThan(120);
		const missed = await missedOf(QUOTE_HEADS);
		expect(missed.slice(Math.floor(QUOTE_HEADS.length / 20)).map(shown)).toEqual([]);
		for (const language of new Set(QUOTE_HEADS.map((one) => one.language))) {
			const own = (heads: QuoteHead[]) => heads.filter((one) => one.language === language).length;
			expect(own(missed) / own(QUOTE_HEADS)).toBeLessThan(0.2);
		}
	});

	it('is known wherever Outlook wrote it', async () => {
		const outlook = QUOTE_HEADS.filter(({ program }) => program === 'Outlook');
		expect((await missedOf(outlook)).map(shown)).toEqual([]);
	});

	it.each(LOOK_ALIKES)('is not taken for one: %j', async (text) => {
		const mail = [...OWN, ...text.split('\n'), '', ...QUOTE].join('\n');
		expect(await markHistory(mail, pause)).toBe(mail);
	});

	it.each([
		['Amount: 500', 'IBAN: DE12 3456'],
		['Pay to: eve@contoso.com'],
		['Total: 500', '', 'Yes.'],
	])(
		'ends where the text begins, which is kept unless an email above has it: %j',
		async (...text) => {
			const head = ['From: Bob <bob@contoso.com>', 'Sent: Monday, 2 March 2026 10:00', 'To: Ann'];
			const quote = [...head, 'Subject: Invoice', '', ...text].map((line) => `> ${line}`);
			const told = new ToldPhrases();
			await told.add(QUOTE.join('\n'), pause);
			const [first = ''] = text;
			expect(await withoutTold([...OWN, ...quote].join('\n'), told, pause)).toContain(`> ${first}`);
		},
	);

	it.each([
		'Please pay 500 by 10:00.',
		'The meeting is at 9:30, in room 2',
		'On Friday I pay 500',
		'Write to <ann@contoso.com>',
	])('is told from a line of the text right above it: %j', async (own) => {
		const head = 'On Mon, Mar 2, 2026 at 9:15 AM Bob Park <bob@x.example> wrote:';
		const told = new ToldPhrases();
		await told.add(QUOTE.join('\n'), pause);
		const marked = QUOTE.map((line) => `> ${line}`);
		const kept = await withoutTold([own, head, ...marked].join('\n'), told, pause);
		expect(kept).toBe(`${own}\n\n${QUOTE_CUT}`);
		const text = await markHistory(['Hello,', own, head, ...QUOTE].join('\n'), pause);
		expect(text).toBe(['Hello,', own, `> ${head}`, ...marked].join('\n'));
	});

	it('is kept where nothing of its quote stands in an email above', async () => {
		const mail = [...OWN, '> From: bob@contoso.com', '> Sent: 10:00', '> Pay: 500'].join('\n');
		expect(await withoutTold(mail, new ToldPhrases(), pause)).toBe(mail);
	});
});

import { markHistory } from '../../../../nodes/Mail/email/history';
import { LOOK_ALIKES, PROGRAMS } from '../../../corpus/quoteHeads';

const OWN = 'Yes, it is.\n\n';
const QUOTED = 'Is the plan done?\nAnn';

interface Head {
	name: string;
	head: string;
}

const outlook: Head[] = [];
const others: Head[] = [];
for (const [language, { outlook: labels, date, divider, introductions }] of Object.entries(
	PROGRAMS,
)) {
	const [from, sent, to, subject] = labels;
	const lines = {
		from: `${from}: Ann Lee <ann@contoso.com>`,
		sent: `${sent}: 02.03.2026 10:00`,
		to: `${to}: Bob Stone <bob@contoso.com>; Cleo Park <cleo@contoso.com>`,
		subject: `${subject}: Budget`,
	};
	const block = [lines.from, lines.sent, lines.to, lines.subject];
	const named = (head: string) => ({ name: `${language}: ${head.replace(/\n/g, ' ⏎ ')}`, head });
	outlook.push(
		named(block.join('\n')),
		named(`________________________________\n${block.join('\n')}`),
		// Outlook for mobiles, and what plain text makes of bold labels.
		named(block.map((line) => line.replace(/^([^:]+:)/, '*$1*')).join('\n')),
		named(
			[lines.from, lines.sent, lines.to, `Cc: Dan <dan@contoso.com>`, lines.subject].join('\n'),
		),
		named(`${divider}\n${block.join('\n')}`),
	);
	others.push(
		named(`${date}: Mon, 2 Mar 2026 10:00:00\n${lines.from}\n${lines.to}\n${lines.subject}`),
		named([lines.from, lines.subject, `${date}: 2 Mar 2026 at 10:00`, lines.to].join('\n')),
		...introductions.map(named),
	);
}

/** Whether all of the quoted text is marked, and nothing of the answer. */
function isMarked({ head }: Head): boolean {
	const lines = markHistory(`${OWN}${head}\n${QUOTED}`).split('\n');
	const [answer, ...rest] = lines;
	return answer === 'Yes, it is.' && rest.slice(-2).every((line) => line.startsWith('> '));
}

describe('the head of a quote', () => {
	it.each(outlook)('is known as Outlook writes it: $name', (head) => {
		expect(isMarked(head)).toBe(true);
	});

	it('is known for 95 of 100 others', () => {
		const missed = others.filter((head) => !isMarked(head)).map(({ name }) => name);
		expect(missed.slice(Math.floor(others.length / 20))).toEqual([]);
		expect(outlook.length + others.length).toBeGreaterThan(120);
	});

	it.each(LOOK_ALIKES)('is not taken for one: %j', (text) => {
		const mail = `${OWN}${text}\n${QUOTED}`;
		expect(markHistory(mail)).toBe(mail);
	});
});

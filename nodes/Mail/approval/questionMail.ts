import { escapeHtml } from '../../shared/html/html';
import type { LinkChoice, Question } from './question';
import { choicesOf } from './question';
import { LAYOUT, shownDetails, shownQuestion } from './questionHtml';
import { wordsOf } from './spoken';
import { inlined, styleSheet } from './styles';
import { linkLabel, said, withDeadline } from './texts';

/** Widest that lines of text read well; Word takes the number, and no largest width. */
const CARD_WIDTH = 600;
const FONT =
	"font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";

/**
 * The mail that asks: the question on a card, then one link for each choice. No images, no tracking;
 * Exchange adds the plain-text part. Built of tables, as Word draws mails in Outlook.
 * @param approver Who gets it, as the index in the question's list.
 * @param links The signed address of each choice.
 */
export function questionMail(
	question: Question,
	approver: number,
	links: (choice: LinkChoice) => string,
) {
	const words = wordsOf(question.language);
	const subject = said(question.subject, words);
	const message = [
		'<!DOCTYPE html>',
		`<html lang="${words.language}"><head><meta charset="utf-8">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		'<meta name="supported-color-schemes" content="light dark">',
		`<title>${escapeHtml(subject)}</title>`,
		`<style>${styleSheet()}</style></head>`,
		`<body ${inlined('ground', 'padding:0')}>`,
		`<div role="main"><table ${LAYOUT} width="100%" style="table-layout:fixed"><tr><td align="center" ${inlined('ground')}>`,
		`<table ${LAYOUT} width="${CARD_WIDTH}" style="table-layout:fixed;max-width:100%"><tr><td align="left" ${inlined('card', FONT)}>`,
		shownQuestion(question, words, inlined),
		`<table ${LAYOUT}><tr>`,
		...choicesOf(question).map((choice) =>
			button(linkLabel(question, choice, words), choice, links(choice)),
		),
		'</tr></table>',
		`<p ${inlined('soft', 'margin:24px 0')}>${escapeHtml(withDeadline(words.mailNote, question, words))}</p>`,
		shownDetails(question, approver, words, inlined),
		'</td></tr></table>',
		'</td></tr></table></div>',
		'</body></html>',
	].join('\n');
	return { subject, message, messageFormat: 'html' as const };
}

/** A cell with a link. Cells stand side by side where there is room. Word sizes cells, but no links. */
function button(label: string, choice: LinkChoice, link: string): string {
	const [cell, text] =
		choice === 'decline' ? (['plain', 'on-plain'] as const) : (['filled', 'on-filled'] as const);
	const attributes = inlined(
		text,
		'display:inline-block;padding:10px 24px;font-weight:bold;text-decoration:none',
	);
	return [
		'<td style="display:inline-block;padding:24px 12px 0 0">',
		`<table ${LAYOUT}><tr><td ${inlined(cell, 'mso-padding-alt:10px 24px')}>`,
		`<a href="${escapeHtml(link)}" ${attributes}>${escapeHtml(label)}</a>`,
		'</td></tr></table></td>',
	].join('\n');
}

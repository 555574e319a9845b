import { escapeHtml } from '../../shared/html';
import type { Choice, Question } from './question';
import { choicesOf } from './question';
import { shownQuestion } from './shown';
import { linkLabel, MAIL_NOTE } from './texts';

const LINK_STYLE =
	'display:inline-block;margin:0 12px 12px 0;padding:10px 20px;border:2px solid #1a5fb4;border-radius:6px;color:#1a5fb4;font-weight:bold;text-decoration:none';

/**
 * The mail that asks: the question, then one link for each choice. No images, no tracking; Exchange
 * adds the plain-text part.
 * @param links The signed address of each choice.
 */
export function questionMail(question: Question, links: (choice: Choice) => string): string {
	const buttons = choicesOf(question).map(
		(choice) =>
			`<a href="${escapeHtml(links(choice))}" style="${LINK_STYLE}">${escapeHtml(linkLabel(question, choice))}</a>`,
	);
	return [
		'<!DOCTYPE html>',
		'<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
		'<body style="font-family:sans-serif;font-size:16px;line-height:1.5">',
		`<div style="overflow-wrap:anywhere;word-break:break-word">${shownQuestion(question)}</div>`,
		`<p style="margin:24px 0 0">${buttons.join('\n')}</p>`,
		`<p style="font-size:14px">${MAIL_NOTE}</p>`,
		'</body></html>',
	].join('\n');
}

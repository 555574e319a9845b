import { escapeHtml } from '../../shared/html';
import type { Choice, Question } from './question';
import { shownQuestion } from './shown';
import type { Notice } from './texts';
import {
	ANSWER_LABEL,
	buttonLabel,
	insteadLabel,
	PAGE_NOTE,
	REASON_LABEL,
	UNTITLED,
} from './texts';

/** Longest reason or answer that is taken, in characters: a few pages of text. */
export const MAX_TEXT_LENGTH = 10_000;

const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1b1b1b;--soft:#555;--line:#767676;--main:#1a5fb4;--on-main:#fff}
@media (prefers-color-scheme:dark){:root{--back:#161616;--text:#f2f2f2;--soft:#c0c0c0;--line:#8f8f8f;--main:#99c1f1;--on-main:#161616}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.125rem;margin:0 0 .5rem}
blockquote{margin:0 0 1rem 1rem}
.message{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0 0 1.5rem;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin:0 0 .25rem}
textarea{width:100%;min-height:8rem;margin:0 0 1rem;padding:.5rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:.375rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.5rem;border:2px solid var(--main);border-radius:.375rem;background:var(--main);color:var(--on-main);cursor:pointer}
a{color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.soft{color:var(--soft)}`;

/**
 * The page behind a link: the question, what was chosen, and the button that decides. It works
 * without scripts and loads nothing.
 * @param others Signed addresses of the other choices.
 * @param nonce Lets exactly this page's style pass its Content-Security-Policy.
 */
export function questionPage(
	question: Question,
	choice: Choice,
	others: Array<{ choice: Choice; link: string }>,
	nonce: string,
): string {
	const title = question.subject || UNTITLED;
	const links = others.map(
		(other) =>
			`<p><a href="${escapeHtml(other.link)}">${escapeHtml(insteadLabel(question, other.choice))}</a></p>`,
	);
	return page(
		title,
		[
			`<h1>${escapeHtml(title)}</h1>`,
			`<div class="message">${shownQuestion(question)}</div>`,
			'<form method="post">',
			textField(question, choice),
			`<button type="submit">${escapeHtml(buttonLabel(question, choice))}</button>`,
			'</form>',
			...links,
			`<p class="soft">${PAGE_NOTE}</p>`,
		],
		nonce,
	);
}

/** The page after an answer, and for links that no longer decide anything. */
export function noticePage({ title, text }: Notice, nonce: string): string {
	return page(title, [`<h1>${escapeHtml(title)}</h1>`, `<p>${escapeHtml(text)}</p>`], nonce);
}

function textField({ askReason }: Question, choice: Choice): string {
	const limit = `maxlength="${MAX_TEXT_LENGTH}"`;
	if (choice === 'answer') {
		return `<label for="text">${ANSWER_LABEL}</label>\n<textarea id="text" name="text" required ${limit}></textarea>`;
	}
	if (choice === 'approve' || !askReason) return '';
	return `<label for="text">${REASON_LABEL}</label>\n<textarea id="text" name="text" ${limit}></textarea>`;
}

function page(title: string, content: string[], nonce: string): string {
	return [
		'<!DOCTYPE html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="robots" content="noindex, nofollow">',
		`<title>${escapeHtml(title)}</title>`,
		`<style nonce="${escapeHtml(nonce)}">${STYLE}</style>`,
		'</head>',
		'<body>',
		'<main>',
		...content.filter((part) => part !== ''),
		'</main>',
		'</body>',
		'</html>',
		'',
	].join('\n');
}

/** What the page may do: show its own style, and post its form back. Nothing keeps, frames or lists it. */
export function pageHeaders(nonce: string): Record<string, string> {
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'X-Robots-Tag': 'noindex, nofollow',
	};
}

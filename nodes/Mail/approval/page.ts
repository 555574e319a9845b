import { escapeHtml } from '../../shared/html/html';
import { InvalidInput } from '../../shared/http/failures';
import { formFields, MAX_TEXT_LENGTH } from './form';
import type { PageNotice, Words } from './languages/words';
import type { Link } from './link';
import type { LinkChoice, Question } from './question';
import { shownDetails, shownQuestion } from './questionHtml';
import { classed, PAGE_PARTS, styleSheet } from './styles';
import { buttonLabel, said, withDeadline } from './texts';

/**
 * A text to approve in the form in which the page sends it back; undefined for none.
 * @throws InvalidInput for a text longer than the page takes: its end would be lost.
 */
export function readApproved(given = ''): string | undefined {
	const text = given.replace(/\r\n?/g, '\n').trim();
	if (text.length <= MAX_TEXT_LENGTH) return text === '' ? undefined : text;
	throw new InvalidInput(`takes ${MAX_TEXT_LENGTH} characters at most`, 'text');
}

const STYLE = `${styleSheet(PAGE_PARTS)}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto}
label{display:block;font-weight:bold;margin:24px 0 4px}
input,select,textarea{display:block;width:100%;padding:8px;font:inherit}
textarea{min-height:8rem}
.choices{display:flex;flex-wrap:wrap;gap:12px;margin:24px 0}
.choice{font:inherit;font-weight:bold;padding:10px 24px;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline-offset:2px}`;

/**
 * Shows n8n's answer in the place of the question. Where none came, or n8n refused one because it took another at the
 * same moment (a line for programs, no page), it says so in words. What was written stays for another try.
 */
const SCRIPT = `const form = document.querySelector('form');
const refused = document.querySelector('template').content;
form.addEventListener('submit', async (event) => {
	event.preventDefault();
	const button = form.querySelector('button');
	button.disabled = true;
	let taken = null;
	try {
		const body = new URLSearchParams(new FormData(form));
		const answer = await fetch(location.href, { method: 'POST', body });
		const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
		taken = page.querySelector('main');
	} finally {
		const place = document.querySelector(taken ? 'main' : '#refused');
		place.replaceChildren(...(taken ?? refused.cloneNode(true)).childNodes);
		button.disabled = false;
		document.title = place.querySelector('h1')?.textContent ?? document.title;
		place.tabIndex = -1;
		place.focus();
	}
});`;

/**
 * The page behind a link: the question, what was chosen, and the button that decides. It works
 * without scripts as well, and loads nothing.
 * @param others Signed addresses of the other choices.
 * @param texts What was sent of a form, and not taken; empty where the text that was asked for is missing.
 * @param nonce Lets exactly this page's style and script pass its Content-Security-Policy.
 */
export function questionPage(
	question: Question,
	{ choice, approver }: Pick<Link, 'choice' | 'approver'>,
	others: Array<{ choice: LinkChoice; link: string }>,
	words: Words,
	nonce: string,
	texts?: string[],
): string {
	const look = choice === 'decline' ? 'stop' : 'filled';
	const isMissing = texts !== undefined && question.form.length === 0;
	const links = others.map(
		(other) =>
			`<a class="choice plain" href="${escapeHtml(other.link)}">${escapeHtml(words.instead(buttonLabel(question, other.choice, words)))}</a>`,
	);
	return page(
		said(question.subject, words),
		[
			shownQuestion(question, words, classed),
			'<div id="refused"><template>',
			...noticeParts(words.notTaken),
			'</template></div>',
			'<form method="post">',
			question.form.length > 0
				? formFields(question.form, texts, words)
				: textField(question, choice, words, isMissing),
			isMissing
				? `<p class="soft" id="text-problem">${escapeHtml(words.problems.missing)}</p>`
				: '',
			'<div class="choices">',
			`<button class="choice ${look}" type="submit">${escapeHtml(buttonLabel(question, choice, words))}</button>`,
			...links,
			'</div>',
			'</form>',
			`<p class="soft">${escapeHtml(withDeadline(words.pageNote, question, words))}</p>`,
			shownDetails(question, approver, words, classed),
			`<script nonce="${escapeHtml(nonce)}">${SCRIPT}</script>`,
		],
		words,
		nonce,
	);
}

/** The page after an answer, and for links that no longer decide anything. */
export function noticePage(notice: PageNotice, words: Words, nonce: string): string {
	return page(notice.title, noticeParts(notice), words, nonce);
}

function noticeParts({ title, text }: PageNotice): string[] {
	return [`<h1 class="title">${escapeHtml(title)}</h1>`, `<p>${escapeHtml(text)}</p>`];
}

function textField(
	{ askReason, text }: Question,
	choice: LinkChoice,
	words: Words,
	isMissing: boolean,
): string {
	const invalid = isMissing ? ' aria-invalid="true" aria-describedby="text-problem"' : '';
	const limit = `maxlength="${MAX_TEXT_LENGTH}"${invalid}`;
	if (choice === 'answer') {
		return `<label for="text">${escapeHtml(words.yourAnswer)}</label>\n<textarea id="text" name="text" dir="auto" required ${limit}></textarea>`;
	}
	if (choice === 'approve' && text !== undefined) {
		// HTML leaves out a line break right behind the tag, so that the text may begin with one.
		return `<label for="text">${escapeHtml(words.changeText)}</label>\n<textarea id="text" name="text" dir="auto" required ${limit}>\n${isMissing ? '' : escapeHtml(text)}</textarea>`;
	}
	if (choice === 'approve' || !askReason) return '';
	return `<label for="text">${escapeHtml(words.reason)}</label>\n<textarea id="text" name="text" dir="auto" ${limit}></textarea>`;
}

function page(title: string, content: string[], { language }: Words, nonce: string): string {
	return [
		'<!DOCTYPE html>',
		`<html lang="${language}">`,
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="robots" content="noindex, nofollow">',
		`<title>${escapeHtml(title)}</title>`,
		`<style nonce="${escapeHtml(nonce)}">${STYLE}</style>`,
		'</head>',
		'<body class="ground">',
		'<main class="card">',
		...content.filter((part) => part !== ''),
		'</main>',
		'</body>',
		'</html>',
		'',
	].join('\n');
}

/** What the page may do: show its own style, and post its form back by its own script or without. Nothing keeps, frames or lists it. */
export function pageHeaders(nonce: string): Record<string, string> {
	return {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'X-Robots-Tag': 'noindex, nofollow',
	};
}

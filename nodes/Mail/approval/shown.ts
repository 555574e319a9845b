import { escapeHtml } from '../../shared/html';
import type { Question, Section } from './question';

/**
 * Characters that nobody sees, or that turn the ones around them: control and format characters, line
 * breaks that are none in HTML, fillers, variation selectors, what Unicode has not assigned.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const UNSEEN = /[^\P{C}\t\n\r]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Escaped tags that only format; with an attribute they could hide, cover or link something. */
const SIMPLE_TAG = /&lt;(\/?(?:blockquote|br|code|em|hr|li|ol|pre|strong|ul|[bipu])) ?\/?&gt;/gi;
/** Escaped references to characters that HTML cannot hold as they are. */
const REFERENCE = /&amp;(amp|lt|gt|quot|nbsp|#39);/g;

/** Text in which every character can be seen: others are written like `<U+202E>`. */
export function visible(text: string): string {
	return text.replace(
		UNSEEN,
		(one) => `<U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
	);
}

/**
 * What is asked, as HTML; the mail and the page both show exactly this. Each line runs in a direction
 * of its own. Of an author's HTML only simple tags without attributes are kept, everything else
 * (comments, styles, links, hidden elements) is shown as it is written.
 */
export function shownQuestion({ message, isHtml, sections }: Question): string {
	return [isHtml ? simpleHtml(message) : lines(message), ...sections.map(shownSection)].join('\n');
}

function shownSection({ title, entries }: Section): string {
	const rows = entries.map(
		({ name, value }) =>
			`<p dir="auto"><b>${escapeHtml(visible(name))}</b></p>\n<blockquote>${lines(value)}</blockquote>`,
	);
	return [`<hr>\n<h2>${escapeHtml(title)}</h2>`, ...rows].join('\n');
}

function lines(text: string): string {
	return text
		.split(/\r\n|[\r\n]/)
		.map((line) => `<div dir="auto">${escapeHtml(visible(line)) || '<br>'}</div>`)
		.join('\n');
}

function simpleHtml(html: string): string {
	const kept = escapeHtml(visible(html)).replace(SIMPLE_TAG, '<$1>').replace(REFERENCE, '&$1;');
	return `<div dir="auto">${kept}</div>`;
}

import { escapeHtml } from '../../shared/html/html';
import type { Words } from './languages/words';
import type { Question, Section, Text } from './question';
import type { Dress } from './styles';
import { askedBy, originOf, said } from './texts';

/**
 * Characters that nobody sees, or that turn the ones around them: control and format characters, line
 * breaks that are none in HTML, fillers, variation selectors, what Unicode has not assigned.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const UNSEEN = /[^\P{C}\t\n\r]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Escaped tags that only format; with an attribute they could hide, cover or link something. */
const SIMPLE_TAG = /&lt;(\/?(?:blockquote|br|code|em|hr|li|ol|pre|strong|ul|[bipu])) ?\/?&gt;/gi;
/** Tags that move their text to the right, and how many of a kind may stand in each other: more move it out of sight. */
const MOVING = /blockquote|[ou]l/i;
const MAX_INSIDE = 3;
/** Escaped references to characters that HTML cannot hold as they are. */
const REFERENCE = /&amp;(amp|lt|gt|quot|nbsp|#39);/g;

/** The blank of Braille: it looks like a space or a missing letter. */
const EMPTY = /\u2800/g;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** Letters of these scripts look like Latin ones: https://www.unicode.org/reports/tr39/#Mixed_Script_Detection */
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu;

/**
 * Text in which every character can be seen, and none is taken for another: what is not seen is written like
 * `<U+202E>`, and so is what is not ASCII in addresses and links, and what looks like a Latin letter in a word of
 * such.
 */
export function visible(text: string): string {
	return text
		.replace(UNSEEN, writtenOut)
		.replace(EMPTY, writtenOut)
		.split(/([\t\n\r ]+)/)
		.map((part) => {
			if (/@|:\/\//.test(part)) return part.replace(/[^\t-~]/gu, writtenOut);
			return part.replace(WORD, (word) =>
				/\p{Script=Latin}/u.test(word) ? word.replace(LOOKS_LATIN, writtenOut) : word,
			);
		})
		.join('');
}

/** As `visible`; of a text that is put into words later, the part that is known. */
export function visibleText(text: Text): Text {
	return typeof text === 'string' ? visible(text) : { ...text, of: visible(text.of) };
}

function writtenOut(character: string): string {
	return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Attributes of tables that only lay out a mail or page, and that screen readers do not mention. */
export const LAYOUT = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * What is asked and by which workflow, as HTML; the mail and the page both show exactly this. What
 * others had a part in stands in boxes. Each line runs in a direction of its own. Of an author's HTML
 * only simple tags without attributes are kept, everything else (comments, styles, links, hidden
 * elements) is shown as it is written.
 */
export function shownQuestion(question: Question, words: Words, dress: Dress): string {
	const { subject, message, isHtml, sections } = question;
	return [
		`<h1 dir="auto" ${dress('title')}>${escapeHtml(said(subject, words))}</h1>`,
		`<div ${dress('soft')}>${lines(askedBy(question, words))}</div>`,
		...(message === '' ? [] : [box(isHtml ? simpleHtml(message) : lines(message), dress)]),
		...sections.map((section) => shownSection(section, words, dress)),
	].join('\n');
}

/**
 * What stands below the buttons: where the question comes from, and what an agent's tool gets, as it is.
 * A page folds it; mail programs that fold nothing show it.
 * @param approver Who is asked, as the index in the question's list.
 */
export function shownDetails(
	question: Question,
	approver: number,
	words: Words,
	dress: Dress,
): string {
	return [
		`<details><summary ${dress('soft')}>${escapeHtml(words.details)}</summary>`,
		...[originOf(question, approver, words), ...question.details].map((section) =>
			shownSection(section, words, dress),
		),
		'</details>',
	].join('\n');
}

/** A table, as Word, which draws the mails in Outlook, gives nothing else an edge and a ground. */
function box(content: string, dress: Dress): string {
	return `<table ${LAYOUT} width="100%"><tr><td ${dress('box')}>\n${content}\n</td></tr></table>`;
}

function shownSection({ title, entries }: Section, words: Words, dress: Dress): string {
	const rows = entries.map(
		({ name, value }) =>
			`<p dir="auto" ${dress('name')}>${escapeHtml(visible(said(name, words)))}</p>\n<blockquote ${dress('value')}>${lines(said(value, words))}</blockquote>`,
	);
	const head = `<h2 ${dress('head')}>${escapeHtml(said(title, words))}</h2>`;
	return rows.length > 0 ? `${head}\n${box(rows.join('\n'), dress)}` : head;
}

function lines(text: string): string {
	return text
		.split(/\r\n|[\r\n]/)
		.map((line) => `<div dir="auto">${escapeHtml(visible(line)) || '<br>'}</div>`)
		.join('\n');
}

function simpleHtml(html: string): string {
	const around = new Map<string, number>();
	const toTag = (written: string, tag: string) => {
		const name = MOVING.exec(tag)?.[0].toLowerCase() ?? '';
		const isEnd = tag.startsWith('/');
		const before = around.get(name) ?? 0;
		const depth = isEnd ? before : before + 1;
		around.set(name, isEnd ? Math.max(0, before - 1) : depth);
		return name !== '' && depth > MAX_INSIDE ? written : `<${tag}>`;
	};
	const kept = escapeHtml(visible(html)).replace(SIMPLE_TAG, toTag).replace(REFERENCE, '&$1;');
	return `<div dir="auto">${kept}</div>`;
}

import { readStyle, StyleSheet } from './css';
import { decodeHtml } from './htmlEntities';
import type { Tag } from './htmlTags';
import { scanHtml } from './htmlTags';
import { withoutInvisible } from './invisible';
import type { Look } from './look';
import { hidesAll, isSeen, lookInside, PLAIN_LOOK } from './look';
import { OpenElements } from './openElements';

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text that shows in HTML as it is, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escaped text whose line breaks are kept. */
export function linesToHtml(text: string): string {
	return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
}

/** Elements that stand on lines of their own; around paragraphs there is a blank line. */
const BLOCKS = new Set(
	(
		'address article aside caption center dd details dialog dir div dt fieldset figcaption figure footer ' +
		'form header hr legend li main menu nav option pre section summary tr'
	).split(' '),
);
const PARAGRAPHS = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '));
/** Where mail programs put the sender's signature: Outlook, Outlook Mobile, Gmail, Thunderbird. */
const SIGNATURES = /^[.#](?:signature|ms-outlook-mobile-signature|gmail_signature|moz-signature)$/;
/** Deepest level of a quote that is marked, in signs; deeper ones are marked as this one. */
const MAX_QUOTES = 5;
/** Longest link that is shown, in characters: the longest that browsers and mail programs open safely. */
const MAX_LINK = 2_000;
/** Stands for text of which nobody can say in time what its style sheets hide. */
const NOT_READ = '[The rest was not read: its style sheets take too long]';
/** Classes of an element that are looked at. */
const MAX_CLASSES = 20;

/** A link, and the text of it so far. */
interface Link {
	href: string;
	shown: string;
}

/** What is known of an element while it is open. */
interface Element {
	/** It shows nothing of what is in it. */
	hides: boolean;
	look: Look;
	names: string[];
	isQuote: boolean;
	isSignature: boolean;
	isPreformatted: boolean;
	link?: Link;
}

/**
 * The text of an HTML body that people can see: not what its styles hide, by display, visibility, size,
 * colour, opacity or place, nor characters that show nothing. Takes time in proportion to its length,
 * whatever the HTML is.
 * @param marked Marks quoted lines with `>` and a signature with a line `--` in front, as plain text
 * mails do (RFC 3676, sections 4.3 and 4.5), and names where links lead.
 * @param upTo Characters of the text that are wanted, about: what is behind them is not read.
 */
export function htmlToText(html: string, { marked = false, upTo = Infinity } = {}): string {
	const sheet = new StyleSheet(/<style/i.test(html) ? sheetsIn(html) : '', html.length);
	const lines: string[] = [];
	const around = new Map<string, number>();
	let line = '';
	let hiding = 0;
	let quotes = 0;
	let length = 0;
	let isSigned = false;
	let openLink: Link | undefined;

	const elements = new OpenElements<Element>(
		(element) => {
			count(element, -1);
			if (element.link === openLink) openLink = undefined;
			if (marked && element.link) write(linkBehind(element.link));
		},
		({ hides, look }) => hides || !isSeen(look),
		(element) => {
			count(element, 1);
			openLink = element.link ?? openLink;
		},
	);

	function count({ hides, isQuote, names }: Element, by: 1 | -1): void {
		if (hides) hiding += by;
		if (isQuote) quotes += by;
		for (const name of names) around.set(name, (around.get(name) ?? 0) + by);
	}

	function write(text: string): void {
		const { look = PLAIN_LOOK, isSignature, isPreformatted } = elements.innermost ?? {};
		if (hiding > 0 || !isSeen(look)) return;
		if (openLink && openLink.shown.length < MAX_LINK) openLink.shown += text;
		const [first = '', ...rest] = isPreformatted ? text.split(/\r\n?|\n/) : [text];
		if (first.trim() !== '' && isSignature && marked && !isSigned && quotes === 0) {
			isSigned = true;
			if (line.trim() !== '--' && first.trim() !== '--') {
				breakLine();
				lines.push('--');
			}
		}
		line += first;
		for (const one of rest) {
			endLine();
			line = one;
		}
	}

	function endLine(): void {
		const text = withoutInvisible(line).replace(/\s+/g, ' ').trim();
		const depth = marked ? Math.min(quotes, MAX_QUOTES) : 0;
		length += text.length;
		lines.push(depth === 0 || text === '' ? text : `${'>'.repeat(depth)} ${text}`);
		line = '';
	}

	function breakLine(): void {
		if (line.trim() !== '') endLine();
		line = '';
	}

	function breakFor(name: string): void {
		if (hiding > 0) return;
		if (name === 'br') endLine();
		else if (name === 'td' || name === 'th') line += ' ';
		else if (PARAGRAPHS.has(name) && (line.trim() !== '' || lines.length > 0)) {
			breakLine();
			lines.push('');
		} else if (BLOCKS.has(name)) breakLine();
	}

	for (const part of scanHtml(html)) {
		if (length + line.length > upTo) break;
		if (typeof part === 'string') {
			write(decodeHtml(part));
			continue;
		}
		const { name, isEnd, raw } = part;
		if (raw !== undefined) continue;
		breakFor(name);
		if (isEnd) elements.end(name);
		else {
			elements.beforeBegin(name);
			elements.begin(name, toElement(part, sheet, around, elements.innermost));
			if (sheet.isExhausted) break;
		}
	}
	endLine();
	if (sheet.isExhausted) lines.push(NOT_READ);
	return lines
		.filter((text, index) => text !== '' || lines[index - 1] !== '')
		.join('\n')
		.trim();
}

/** All style sheets of a document, wherever they stand, each for the media that it is for. */
function sheetsIn(html: string): string {
	const sheets: string[] = [];
	for (const part of scanHtml(html)) {
		if (typeof part === 'string' || part.name !== 'style' || part.raw === undefined) continue;
		const media = decodeHtml(part.attributes.get('media') ?? '').replace(/[{};]/g, ' ');
		sheets.push(media.trim() === '' ? part.raw : `@media ${media} {${part.raw}}`);
	}
	return sheets.join('\n');
}

function toElement(
	{ name, attributes }: Tag,
	sheet: StyleSheet,
	around: ReadonlyMap<string, number>,
	outer: Element | undefined,
): Element {
	const of = (attribute: string) => decodeHtml(attributes.get(attribute) ?? '').toLowerCase();
	const classes = of('class')
		.split(/\s+/, MAX_CLASSES)
		.filter((one) => one !== '');
	const id = of('id').trim();
	const names = [name, ...(id === '' ? [] : [`#${id}`]), ...classes.map((one) => `.${one}`)];
	const ruled = sheet.styleOf(names, (one) => (around.get(one) ?? 0) > 0);
	const own = readStyle(of('style'));
	const style = new Map([
		...(name === 'body' ? [['color', of('text')] as const] : []),
		...(name === 'font' ? [['color', of('color')] as const] : []),
		['background', of('bgcolor')] as const,
		...(attributes.has('background') ? [['background-image', 'url('] as const] : []),
		...ruled.style,
		...own.style,
		...ruled.important,
		...own.important,
	]);
	const href = decodeHtml(attributes.get('href') ?? '').replace(/\s+/g, '');
	const isLink = name === 'a' && href.length <= MAX_LINK && /^(?:https?|mailto):/i.test(href);
	return {
		hides:
			attributes.has('hidden') || (name === 'dialog' && !attributes.has('open')) || hidesAll(style),
		look: lookInside(outer?.look ?? PLAIN_LOOK, style),
		names,
		isQuote: name === 'blockquote',
		isSignature: (outer?.isSignature ?? false) || names.some((one) => SIGNATURES.test(one)),
		isPreformatted: (outer?.isPreformatted ?? false) || name === 'pre' || name === 'textarea',
		...(isLink ? { link: { href, shown: '' } } : {}),
	};
}

/** Where a link leads, unless its text says so. */
function linkBehind({ href, shown }: Link): string {
	const target = href.replace(/^(?:mailto:|https?:\/\/)/i, '').replace(/\/$/, '');
	return shown.trim() === '' || shown.includes(target) ? '' : ` <${href}> `;
}

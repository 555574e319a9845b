import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { behind } from './cssSyntax';

export interface Tag {
	name: string;
	isEnd: boolean;
	/** Values by names in small letters, with references such as `&amp;` decoded. */
	attributes: ReadonlyMap<string, string>;
	/** What stands in an element whose content is no HTML, such as a style sheet. */
	raw?: string;
}

/** A tag, and its place in a document. */
interface PlacedTag extends Tag {
	/** Where it begins and ends in the document. */
	at: number;
	end: number;
	/** It ends in `/>`, which ends elements of drawings alone. */
	isEmpty: boolean;
}

/** Elements of which nothing is shown, or whose content is no HTML. */
const RAW = new Set('script style title iframe noembed noframes'.split(' '));
/** Elements in which there are no tags, and whose text is shown. */
const TEXTS = new Set('textarea xmp'.split(' '));
/** The beginning of a tag, a comment or a declaration such as `<![endif]>`; no name is longer. */
const BEGIN = /<(?:\/?[a-z][^\t\n\f\r />]{0,30}|!--|[!?]|\/(?!$))/iy;
const COMMENT_END = /--!?>/g;
/** Characters of text that are given at a time: those who want the first ones do not read the rest. */
const MAX_PIECE = 4_096;

/** Tags and texts that are read before others may have their turn: about a tenth of a millisecond. */
export const PARTS_A_TURN = 16;

/**
 * The texts and tags of a document one after the other, as browsers tell them apart, with references decoded.
 * Takes time in proportion to what is read of it, whatever the HTML is.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 * @param end Texts and tags that begin here or later are not wanted.
 */
export function* scanHtml(html: string, end = html.length): Generator<string | PlacedTag, void> {
	let at = 0;
	while (at < end) {
		if (html[at] !== '<') {
			const text = textAt(html, at);
			yield text.includes('&') ? decodeHTML(text) : text;
			at += text.length;
			continue;
		}
		const open = at;
		BEGIN.lastIndex = open;
		const begin = BEGIN.exec(html)?.[0].toLowerCase();
		if (begin === undefined) {
			yield '<';
			at = open + 1;
		} else if (begin === '<!--') {
			COMMENT_END.lastIndex = open + '<!'.length;
			at = /^<!---?>/.test(html.slice(open, open + 6))
				? behind(html, '>', open)
				: COMMENT_END.exec(html)
					? COMMENT_END.lastIndex
					: html.length;
		} else if (begin.length <= '</'.length && !/[a-z]/.test(begin)) {
			at = behind(html, '>', open);
		} else {
			const isEnd = begin.startsWith('</');
			const name = begin.slice(isEnd ? 2 : 1);
			const found = { name, isEnd, at: open, ...readAttributes(html, open + begin.length) };
			at = found.end;
			const isText = TEXTS.has(name) && !isEnd;
			if (!isText && (!RAW.has(name) || isEnd)) {
				yield found;
				continue;
			}
			const close = closeOf(html, name, at);
			const raw = html.slice(at, close);
			at = behind(html, '>', close);
			if (!isText) yield { ...found, raw };
			else {
				yield found;
				yield name === 'textarea' ? decodeHTML(raw) : raw;
				yield { ...found, isEnd: true, attributes: NO_ATTRIBUTES, at: close, end: at };
			}
		}
	}
}

/** The first tag of a body from a place on, as browsers find it; undefined where there is none that ends. */
export function findBody(html: string, isEnd = false, from = 0): PlacedTag | undefined {
	for (const part of scanHtml(html)) {
		if (typeof part === 'string' || part.name !== 'body' || part.isEnd !== isEnd) continue;
		if (part.at >= from) return html[part.end - 1] === '>' ? part : undefined;
	}
	return undefined;
}

/** All style sheets of a document, wherever they stand, each for the media that it is for; yields as `readParts` does. */
export function* sheetsIn(html: string): Generator<void, string> {
	const sheets: string[] = [];
	const last = [...html.matchAll(/<style/gi)].at(-1)?.index ?? -1;
	let parts = 0;
	for (const part of scanHtml(html, last + 1)) {
		if (++parts % PARTS_A_TURN === 0) yield;
		if (typeof part === 'string' || part.name !== 'style' || part.raw === undefined) continue;
		const media = (part.attributes.get('media') ?? '').replace(/[{};]/g, ' ');
		sheets.push(media.trim() === '' ? part.raw : `@media ${media} {${part.raw}}`);
	}
	return sheets.join('\n');
}

/** Where the end tag begins of an element that holds no tags. */
function closeOf(html: string, name: string, from: number): number {
	const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
	end.lastIndex = from;
	let close = end.exec(html)?.index ?? html.length;
	if (name !== 'script') return close;
	// In a script, the end tag of another script inside a comment does not end it.
	for (let at = from; ;) {
		// Looked at no further than needed: there may be as many comments and scripts as fit in.
		const comment = html.slice(at, close).indexOf('<!--');
		if (comment < 0) return close;
		const inside = html.slice(at + comment, close);
		const done = inside.indexOf('-->');
		const before = done < 0 ? inside : inside.slice(0, done);
		if (!/<script[\t\n\f\r />]/i.test(before)) {
			if (done < 0) return close;
			at += comment + done;
		} else {
			at = close + 1;
			close = end.exec(html)?.index ?? html.length;
			if (close === html.length) return close;
		}
	}
}

/** The text up to the next tag; where it is long, some of it that ends in front of a word or a reference. */
function textAt(html: string, at: number): string {
	const piece = html.slice(at, at + MAX_PIECE);
	const open = piece.indexOf('<');
	if (open >= 0) return piece.slice(0, open);
	if (at + piece.length === html.length) return piece;
	const cut = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('&'));
	return cut > 0 ? piece.slice(0, cut) : piece;
}

export const NO_ATTRIBUTES: Tag['attributes'] = new Map();
const BETWEEN = /[\t\n\f\r /]*/y;
const NAME = /=?[^\t\n\f\r />=]*/y;
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;

/** The attributes from a place in a tag on, and where the tag ends: a `>` in quotes does not end it. */
function readAttributes(html: string, from: number) {
	if (html[from] === '>') return { attributes: NO_ATTRIBUTES, end: from + 1, isEmpty: false };
	const attributes = new Map<string, string>();
	let at = from;
	const read = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const found = pattern.exec(html)?.[0] ?? '';
		at += found.length;
		return found;
	};
	for (;;) {
		const isEmpty = read(BETWEEN).endsWith('/');
		if (at >= html.length || html[at] === '>') return { attributes, end: at + 1, isEmpty };
		const name = read(NAME).toLowerCase();
		let value = '';
		if (read(EQUALS) !== '') {
			const quote = html[at];
			if (quote === '"' || quote === "'") {
				const begin = at + 1;
				at = behind(html, quote, begin);
				// What is never closed swallows the rest, for people too.
				value = html.slice(begin, at - 1);
			} else {
				value = read(UNQUOTED);
			}
		}
		if (attributes.has(name)) continue;
		attributes.set(name, value.includes('&') ? decodeHTMLAttribute(value) : value);
	}
}

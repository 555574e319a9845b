/** A begin or end tag. */
export interface Tag {
	name: string;
	isEnd: boolean;
	/** Values as they are written, by names in small letters. */
	attributes: ReadonlyMap<string, string>;
	/** What stands in an element whose content is no HTML, such as a style sheet. */
	raw?: string;
}

/** Elements of which nothing is shown, or whose content is no HTML. */
const RAW = new Set(
	'script style template title iframe noembed noframes audio video canvas datalist'.split(' '),
);
/** The beginning of a tag, a comment or a declaration such as `<![endif]>`. */
const BEGIN = /^<(?:[/]?[a-z][^\s/>]*|!--|[!?]|\/(?!$))/;
/** Longest name of an element that is told from others, in characters. */
const MAX_NAME = 32;

/**
 * The texts and tags of a document one after the other, as browsers tell them apart; entities are left as
 * they are. Takes time in proportion to its length, whatever the HTML is.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function* scanHtml(html: string): Generator<string | Tag, void> {
	// Letters outside ASCII, as the Turkish İ, may be longer in small: every place would be another one.
	const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
	let at = 0;
	while (at < html.length) {
		const open = html.indexOf('<', at);
		if (open < 0) return yield html.slice(at);
		if (open > at) yield html.slice(at, open);
		const begin = BEGIN.exec(lower.slice(open, open + MAX_NAME))?.[0];
		if (begin === undefined) {
			yield '<';
			at = open + 1;
		} else if (begin === '<!--') {
			at = after(html, '-->', open);
		} else if (!/[a-z]/.test(begin)) {
			at = after(html, '>', open);
		} else {
			const isEnd = begin.startsWith('</');
			const name = begin.slice(isEnd ? 2 : 1);
			const { attributes, end } = readAttributes(html, open + begin.length);
			at = end;
			if (RAW.has(name) && !isEnd) {
				const close = lower.indexOf(`</${name}`, end);
				const raw = html.slice(end, close < 0 ? html.length : close);
				at = close < 0 ? html.length : after(html, '>', close);
				yield { name, isEnd, attributes, raw };
			} else {
				yield { name, isEnd, attributes };
			}
		}
	}
}

function after(text: string, end: string, from: number): number {
	const found = text.indexOf(end, from);
	return found < 0 ? text.length : found + end.length;
}

const BETWEEN = /[\s/]*/y;
const NAME = /=?[^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s>]*/y;

/** The attributes from a place in a tag on, and where the tag ends: a `>` in quotes does not end it. */
function readAttributes(html: string, from: number) {
	const attributes = new Map<string, string>();
	let at = from;
	const read = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const found = pattern.exec(html)?.[0] ?? '';
		at += found.length;
		return found;
	};
	for (;;) {
		read(BETWEEN);
		if (at >= html.length || html[at] === '>') return { attributes, end: at + 1 };
		const name = read(NAME).toLowerCase();
		let value = '';
		if (read(EQUALS) !== '') {
			const quote = html[at];
			if (quote === '"' || quote === "'") {
				const begin = at + 1;
				at = after(html, quote, begin);
				// What is never closed swallows the rest, for people too.
				value = html.slice(begin, at - 1);
			} else {
				value = read(UNQUOTED);
			}
		}
		if (!attributes.has(name)) attributes.set(name, value);
	}
}

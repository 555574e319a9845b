/** Whether something is so: 1, 0, or 0.5 where nobody here can tell. */
export type Certainty = number;

/**
 * A style sheet, or a list of declarations, in the pieces that `;`, `{` and `}` end: not those in strings,
 * brackets and comments, of which `/**\/` is left. Takes time in proportion to its length.
 * https://www.w3.org/TR/css-syntax-3/#tokenization
 * @yields each text, and the sign that ends it; at the end of the sheet an empty one.
 */
export function* cssPieces(css: string): Generator<{ text: string; end: string }, void> {
	const sign = /["'\\()[\]{};\n]|\/\*/g;
	let text = '';
	let from = 0;
	let quote = '';
	let brackets = 0;
	for (let found = sign.exec(css); found; found = sign.exec(css)) {
		const [what] = found;
		const at = found.index;
		if (what === '\\') sign.lastIndex = at + 2;
		else if (quote !== '') {
			// A string ends with its line, where it is not closed.
			if (what === quote || what === '\n') quote = '';
		} else if (what === '/*') {
			text += `${css.slice(from, at)}/**/`;
			from = sign.lastIndex = behind(css, '*/', at + 2);
		} else if (what === '"' || what === "'") quote = what;
		else if (what === '(' && /url$/i.test(css.slice(at - 3, at)) && !isQuoted(css, at + 1)) {
			sign.lastIndex = behind(css, ')', at);
		} else if (what === '(' || what === '[') brackets++;
		else if (what === ')' || what === ']') brackets = Math.max(0, brackets - 1);
		else if (brackets === 0 && what !== '\n') {
			yield { text: text + css.slice(from, at), end: what };
			text = '';
			from = at + 1;
		}
	}
	yield { text: text + css.slice(from), end: '' };
}

function isQuoted(css: string, at: number): boolean {
	return /^\s*["']/.test(css.slice(at, at + MAX_BLANKS));
}

/** Blanks in front of the quotes of an address, at most; nobody writes as many. */
const MAX_BLANKS = 100;

/** The place behind the next such sign from a place on; that of the end where there is none. */
export function behind(text: string, end: string, from: number): number {
	const found = text.indexOf(end, from);
	return found < 0 ? text.length : found + end.length;
}

/** The parts between signs such as commas, as far as they stand in no brackets or strings. */
export function splitCss(text: string, separator: ',' | ' ' | '/'): string[] {
	const isBlank = separator === ' ';
	if (!text.includes(separator) && !(isBlank && /\s/.test(text))) return [text];
	const parts: string[] = [];
	let [from, brackets, quote] = [0, 0, ''];
	for (const { 0: what, index } of text.matchAll(/["'()[\],/]|\s+/g)) {
		if (quote !== '') quote = what === quote ? '' : quote;
		else if (what === '"' || what === "'") quote = what;
		else if (what === '(' || what === '[') brackets++;
		else if (what === ')' || what === ']') brackets--;
		else if (brackets <= 0 && (what === separator || (isBlank && what.trim() === ''))) {
			parts.push(text.slice(from, index));
			from = index + what.length;
		}
	}
	return [...parts, text.slice(from)].map((part) => part.trim());
}

/** A name or value with the letters that are written as numbers. */
export function unescapeCss(text: string): string {
	if (!text.includes('\\')) return text;
	return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code?: string, letter = '') =>
		code === undefined
			? String(letter)
			: String.fromCodePoint(Math.min(parseInt(code, 16), MAX_CODE_POINT)),
	);
}

/** Largest code point: https://www.unicode.org/glossary/#code_point */
const MAX_CODE_POINT = 0x10ffff;

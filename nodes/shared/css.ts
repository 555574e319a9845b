/**
 * As much of CSS as it takes to tell text that is shown from text that is hidden: properties by name, and
 * the rules of style sheets by what they choose. Everything takes a time that grows with its length.
 * https://www.w3.org/TR/css-syntax-3/
 */

/** Values by property, both in small letters. */
export type Style = ReadonlyMap<string, string>;

/** Properties that hide text, or show it again. */
const LOOKED_AT =
	/^(?:display|visibility|opacity|font|font-size|color|background(?:-color|-image)?|(?:max-)?(?:height|width)|overflow(?:-[xy])?|position|left|top|right|bottom|text-indent|margin-left|clip|clip-path|transform|mso-hide)$/;
/** Largest rules that one name has in a sheet, and names of one element; those of real mails have fewer. */
const MAX_RULES = 30;
const MAX_NAMES = 20;
/** Longest value that is read, in characters: longer ones hold a picture. */
const MAX_VALUE = 200;
/** Longest selector that is read, in characters. */
const MAX_SELECTOR = 200;
/** A usual window, in pixels: what is hidden on telephones alone is shown. */
const WINDOW_WIDTH = 1_024;
/** Elements around that are looked at for a rule, the nearest ones: real sheets name three at most. */
const MAX_AROUND = 4;
/**
 * Names of rules that may be compared for each character of a document: newsletters take one or two. A sheet
 * of hundreds of rules for elements with many classes took 14 seconds a megabyte.
 */
const STEPS_PER_CHARACTER = 10;
/** States and parts of an element, which are not the element as it is read. */
const OTHER_STATE =
	/::|:(?:before|after|hover|focus|active|visited|target|checked|first-l|selection)/;

interface Rule {
	/** What the element has to have beside the name it is found by: `p`, `.note`, `#id`. */
	own: string[];
	/** What the elements around it have to have. */
	around: string[];
	style: Style;
	important: Style;
}

/** The declarations of a `style` attribute or a rule, as far as they are looked at. */
export function readStyle(text: string): { style: Style; important: Style } {
	const [style, important] = [new Map<string, string>(), new Map<string, string>()];
	for (const declaration of unescaped(text).toLowerCase().split(';')) {
		const colon = declaration.indexOf(':');
		const name = declaration.slice(0, Math.max(0, colon)).trim();
		if (!LOOKED_AT.test(name)) continue;
		const value = declaration
			.slice(colon + 1)
			.trim()
			.slice(0, MAX_VALUE);
		const mark = value.lastIndexOf('!');
		const isImportant = mark >= 0 && value.slice(mark + 1).trim() === 'important';
		if (isImportant) important.set(name, value.slice(0, mark).trim());
		else style.set(name, value);
	}
	return { style, important };
}

/** The style sheets of a document. */
export class StyleSheet {
	private readonly rules = new Map<string, Rule[]>();

	/** Names that may still be compared; below zero nobody can say in time what the sheets hide. */
	private steps: number;

	/** @param length Of the document, in characters. */
	constructor(css: string, length: number) {
		this.steps = length * STEPS_PER_CHARACTER;
		const text = unescaped(css.replace(/<!--|-->/g, ' '));
		// Of each block that is open: whether what stands in it counts.
		const blocks: boolean[] = [];
		let [at, open, close] = [0, -1, -1];
		while (at < text.length) {
			// Looked for once each, not again from every sign of the other kind.
			if (open < at) open = indexOr(text, '{', at);
			if (close < at) close = indexOr(text, '}', at);
			if (close < open) {
				blocks.pop();
				at = close + 1;
				continue;
			}
			const prelude = text.slice(at, open);
			// Statements such as @import end before the rule begins.
			const chosen = prelude.slice(prelude.lastIndexOf(';') + 1).trim();
			if (chosen.startsWith('@')) {
				blocks.push((blocks.at(-1) ?? true) && isMet(chosen));
				at = open + 1;
				continue;
			}
			if (blocks.at(-1) ?? true) this.add(chosen, text.slice(open + 1, close));
			at = close + 1;
		}
	}

	/** Looking at the rules took too long: what follows must not be taken for visible. */
	get isExhausted(): boolean {
		return this.steps < 0;
	}

	/**
	 * What the sheets say of an element.
	 * @param names Its own: `p`, `.note`, `#id`.
	 * @param isAround Whether an element that is open has a name.
	 */
	styleOf(
		names: string[],
		isAround: (name: string) => boolean,
	): { style: Style; important: Style } {
		const [style, important] = [new Map<string, string>(), new Map<string, string>()];
		const has = new Set(names);
		for (const name of ['*', ...names.slice(0, MAX_NAMES)]) {
			for (const rule of this.rules.get(name) ?? []) {
				this.steps -= 1 + rule.own.length + rule.around.length;
				if (this.isExhausted) return { style, important };
				if (!rule.own.every((own) => has.has(own)) || !rule.around.every(isAround)) continue;
				for (const [property, value] of rule.style) style.set(property, value);
				for (const [property, value] of rule.important) important.set(property, value);
			}
		}
		return { style, important };
	}

	private add(selectors: string, declarations: string): void {
		const { style, important } = readStyle(declarations);
		if (style.size + important.size === 0) return;
		for (const selector of selectors.split(',')) {
			const trimmed = selector.trim().toLowerCase();
			if (trimmed.length > MAX_SELECTOR || OTHER_STATE.test(trimmed)) continue;
			const plain = trimmed.replace(/\[[^\]]*\]|:[a-z-]+(?:\([^)]*\))?/g, '');
			const parts = plain.split(/[\s>+~]+/).map((part) => part.match(/[.#]?[\w-]+|\*/g) ?? []);
			const [name, ...own] = [...(parts.pop() ?? [])].reverse();
			if (name === undefined) continue;
			const known = this.rules.get(name) ?? [];
			if (known.length < MAX_RULES) {
				known.push({ own, around: parts.flat().slice(-MAX_AROUND), style, important });
			}
			this.rules.set(name, known);
		}
	}
}

function indexOr(text: string, sign: string, from: number): number {
	const found = text.indexOf(sign, from);
	return found < 0 ? text.length : found;
}

/** Whether what stands in `@media` counts for a usual window; other rules with `@` choose no elements. */
function isMet(rule: string): boolean {
	const query = /^@media(.*)$/is.exec(rule)?.[1]?.toLowerCase();
	if (query === undefined) return false;
	return query.split(',').some((one) => {
		if (/\bprint\b|prefers-color-scheme/.test(one)) return false;
		const [, most] = /max-(?:device-)?width\s?:\s?(\d{1,6})px/.exec(one) ?? [];
		const [, least] = /min-(?:device-)?width\s?:\s?(\d{1,6})px/.exec(one) ?? [];
		return Number(most ?? WINDOW_WIDTH) >= WINDOW_WIDTH && Number(least ?? 0) <= WINDOW_WIDTH;
	});
}

/** Without comments, and with the letters that are written as numbers. */
function unescaped(css: string): string {
	let text = '';
	let at = 0;
	for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
		text += `${css.slice(at, open)} `;
		const close = css.indexOf('*/', open + 2);
		at = close < 0 ? css.length : close + 2;
	}
	text += css.slice(at);
	return text.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) =>
		String.fromCodePoint(Math.min(parseInt(code, 16), MAX_CODE_POINT)),
	);
}

/** Largest code point: https://www.unicode.org/glossary/#code_point */
const MAX_CODE_POINT = 0x10ffff;

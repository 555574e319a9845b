import type { Color as AnyColor } from 'culori/fn';
import {
	converter,
	modeHsl,
	modeHwb,
	modeLab,
	modeLch,
	modeOklab,
	modeOklch,
	modeP3,
	modeRgb,
	parse,
	useMode,
} from 'culori/fn';
import { splitCss } from './cssSyntax';

for (const mode of [modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch, modeP3, modeRgb]) {
	useMode(mode);
}
const toRgb = converter('rgb');

/** Red, green, blue and opacity (alpha), each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Color = [1, 1, 1, 1];
export const BLACK: Color = [0, 0, 0, 1];
/** The colour of links: https://html.spec.whatwg.org/multipage/rendering.html#phrasing-content-3 */
export const LINK: Color = [0, 0, 14 / 15, 1];
/** https://www.w3.org/TR/css-color-4/#css-system-colors, as light pages have them */
const SYSTEM = new Map(
	Object.entries<Color>({
		'canvas window field buttonhighlight menu infobackground threedhighlight': WHITE,
		'canvastext windowtext fieldtext buttontext menutext infotext captiontext': BLACK,
		linktext: LINK,
		'buttonface threedface': [0.94, 0.94, 0.94, 1],
		'graytext highlight highlighttext visitedtext activetext mark marktext': [0.5, 0.5, 0.5, 1],
	}).flatMap(([names, color]) => names.split(' ').map((name) => [name, color] as const)),
);

/**
 * A colour as it is written; undefined where browsers know none of that name.
 * @param inside What `currentcolor` stands for.
 */
export function toColor(value: string, inside: Color = BLACK): Color | undefined {
	if (value === 'currentcolor') return inside;
	if (value === 'transparent') return [0, 0, 0, 0];
	const [, name, of = ''] = /^([a-z-]+)\((.*)\)$/.exec(value) ?? [];
	if (name === 'light-dark') return toColor(splitCss(of, ',')[0] ?? '', inside);
	if (name === 'color-mix') return mixed(of, inside);
	// A colour that is made of another one (`from red`) is mostly near to it.
	if (of.startsWith('from ')) return toColor(splitCss(of, ' ')[1] ?? '', inside);
	if (/^[0-9a-f]+$/.test(value)) return undefined;
	const known = SYSTEM.get(value) ?? parse(name === undefined ? value : spaced(value));
	return known && 'mode' in known ? fromCulori(known) : known;
}

/** Without the blanks at the edges of brackets, which not all readers expect. */
function spaced(value: string): string {
	return value.replace(/\s+/g, ' ').replace(/\( | \)/g, (bracket) => bracket.trim());
}

function fromCulori(color: AnyColor): Color {
	const { r, g, b, alpha = 1 } = toRgb(color);
	const part = (channel: number) => Math.min(1, Math.max(0, channel || 0));
	return [part(r), part(g), part(b), part(alpha)];
}

/** `in srgb, red 20%, blue`: near enough to tell whether two colours are the same. */
function mixed(of: string, inside: Color): Color | undefined {
	const [first, second] = splitCss(of, ',').slice(1);
	const [firstColor = '', share] = splitCss(first ?? '', ' ');
	const [secondColor = '', rest] = splitCss(second ?? '', ' ');
	const [left, right] = [toColor(firstColor, inside), toColor(secondColor, inside)];
	if (!left || !right) return undefined;
	const part = share ? parseFloat(share) / 100 : rest ? 1 - parseFloat(rest) / 100 : 0.5;
	return blend(left, right, part);
}

function blend(one: Color, other: Color, part: number): Color {
	const at = (index: 0 | 1 | 2 | 3) => one[index] * part + other[index] * (1 - part);
	return [at(0), at(1), at(2), at(3)];
}

/** What is seen of a colour in front of another one. */
export function over(color: Color, ground: Color): Color {
	return color[3] === 1 ? color : blend([color[0], color[1], color[2], 1], ground, color[3]);
}

/**
 * A colour in an attribute of HTML, where nearly every text is one.
 * https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-legacy-colour-value
 */
export function toLegacyColor(value: string): string | undefined {
	const name = value.trim();
	if (name === '' || name === 'transparent') return undefined;
	if (/^[a-z]+$/.test(name) && toColor(name)) return name;
	if (/^#[0-9a-f]{3}$/.test(name)) return name;
	const digits = [...name.replace(/^#/, '').slice(0, MAX_LEGACY)]
		.map((sign) => (/[0-9a-f]/.test(sign) ? sign : '0'))
		.join('');
	const size = Math.max(1, Math.ceil(digits.length / 3));
	const whole = digits.padEnd(3 * size, '0');
	const parts = [0, 1, 2].map((index) => whole.slice(index * size, (index + 1) * size).slice(-8));
	const zeros = Math.min(...parts.map((part) => /^0*/.exec(part)?.[0].length ?? 0));
	const cut = Math.min(zeros, Math.max(0, (parts[0]?.length ?? 0) - 2));
	return `#${parts.map((part) => part.slice(cut, cut + 2).padStart(2, '0')).join('')}`;
}

/** Characters of such a colour that count. */
const MAX_LEGACY = 128;

/** What relative lengths are parts of, in pixels. */
export interface Bases {
	/** The size of letters. */
	em: number;
	/** What 100 % is; NaN where nothing is a part of it. */
	whole: number;
}

/** Size of letters where nothing is said of it: https://www.w3.org/TR/css-fonts-4/#valdef-font-size-medium */
export const USUAL_SIZE = 16;
/** A usual window, in pixels: text that only telephones hide counts as shown. */
export const WINDOW = { width: 1_024, height: 768 };
/** https://www.w3.org/TR/css-values-4/#absolute-lengths */
const INCH = 96;
/** Sizes of letters as parts of `em`: https://www.w3.org/TR/css-values-4/#font-relative-lengths */
const OF_LETTERS = Object.entries({ em: 1, ex: 0.5, ch: 0.5, cap: 0.7, ic: 1, lh: 1.2 });
const UNITS: Record<string, (bases: Bases) => number> = {
	px: () => 1,
	in: () => INCH,
	pt: () => INCH / 72,
	pc: () => INCH / 6,
	cm: () => INCH / 2.54,
	mm: () => INCH / 25.4,
	q: () => INCH / 101.6,
	...Object.fromEntries(
		OF_LETTERS.flatMap(([unit, part]) => [
			[unit, ({ em }: Bases) => part * em],
			[`r${unit}`, () => part * USUAL_SIZE],
		]),
	),
	vw: () => WINDOW.width / 100,
	vi: () => WINDOW.width / 100,
	vh: () => WINDOW.height / 100,
	vb: () => WINDOW.height / 100,
	vmin: () => WINDOW.height / 100,
	vmax: () => WINDOW.width / 100,
	'%': ({ whole }) => whole / 100,
};
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/;
const DIMENSION = new RegExp(`^(${NUMBER.source})([a-z]+|%)?$`);
const TOKEN = new RegExp(`${NUMBER.source}(?:[a-z]+|%)?|[a-z]+\\(|[-+*/(),]|\\S`, 'g');

interface Quantity {
	value: number;
	isLength: boolean;
}

/** A length in pixels; undefined where browsers take none, as for a number without a unit, other than 0. */
export function toPixels(text: string, bases: Bases): number | undefined {
	const found = toQuantity(text, bases);
	if (!found) return undefined;
	return found.isLength || (found.value === 0 && !text.includes('(')) ? found.value : undefined;
}

/** A number, or a part of the whole. */
export function toNumber(text: string): number | undefined {
	const found = toQuantity(text, { em: USUAL_SIZE, whole: 1 });
	return found && (!found.isLength || text.includes('%')) ? found.value : undefined;
}

function toQuantity(text: string, bases: Bases): Quantity | undefined {
	const [whole, number, unit] = DIMENSION.exec(text) ?? [];
	if (whole !== undefined) {
		if (unit === undefined) return { value: Number(number), isLength: false };
		// Where no container is named, parts of one are parts of the window.
		const size = UNITS[unit.replace(/^(?:[sld]v|cq)/, 'v')];
		return size && { value: Number(number) * size(bases), isLength: true };
	}
	if (!/^(?:calc|min|max|clamp)\(/.test(text)) return undefined;
	const tokens = text.match(TOKEN) ?? [];
	const result = sum(tokens, bases);
	return tokens.length === 0 ? result : undefined;
}

/** Takes a sum from the tokens: https://www.w3.org/TR/css-values-4/#calc-syntax */
function sum(tokens: string[], bases: Bases): Quantity | undefined {
	let left = product(tokens, bases);
	while (left && (tokens[0] === '-' || tokens[0] === '+')) {
		const sign = tokens.shift() === '-' ? -1 : 1;
		const right = product(tokens, bases);
		if (right?.isLength !== left.isLength) return undefined;
		left = { ...left, value: left.value + sign * right.value };
	}
	return left;
}

function product(tokens: string[], bases: Bases): Quantity | undefined {
	let left = operand(tokens, bases);
	while (left && (tokens[0] === '*' || tokens[0] === '/')) {
		const isDivision = tokens.shift() === '/';
		const right = operand(tokens, bases);
		if (!right || (right.isLength && (isDivision || left.isLength))) return undefined;
		const value = isDivision ? left.value / right.value : left.value * right.value;
		left = { value, isLength: left.isLength || right.isLength };
	}
	return left;
}

function operand(tokens: string[], bases: Bases): Quantity | undefined {
	const token = tokens.shift() ?? '';
	if (!token.endsWith('(')) return toQuantity(token, bases);
	const values: Quantity[] = [];
	do {
		const value = sum(tokens, bases);
		if (!value) return undefined;
		values.push(value);
	} while (tokens.shift() === ',');
	const [first, ...others] = values.map(({ value }) => value);
	const isLength = values.every((value) => value.isLength);
	if (first === undefined || isLength !== values.some((value) => value.isLength)) return undefined;
	if (token === 'min(') return { value: Math.min(first, ...others), isLength };
	if (token === 'max(') return { value: Math.max(first, ...others), isLength };
	if (token !== 'clamp(') return { value: first, isLength };
	const [middle = first, most = middle] = others;
	return { value: Math.max(first, Math.min(middle, most)), isLength };
}

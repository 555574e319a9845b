import type { Style } from './css';

/** How text looks inside an element; each element starts with that of the one around it. */
export interface Look {
	/** `visibility` hides it; an element inside may be visible again. */
	invisible: boolean;
	/** Its letters have no size that can be read. */
	tiny: boolean;
	/** Undefined where it cannot be told. */
	color: Color | undefined;
	background: Color | undefined;
}

type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
/** Of the named colours those that are nearly white, and black: https://www.w3.org/TR/css-color-4/#named-colors */
const NAMED = new Map<string, Color>([
	['white', WHITE],
	['black', BLACK],
	['snow', [255, 250, 250]],
	['ivory', [255, 255, 240]],
	['ghostwhite', [248, 248, 255]],
	['floralwhite', [255, 250, 240]],
	['whitesmoke', [245, 245, 245]],
	['mintcream', [245, 255, 250]],
	['azure', [240, 255, 255]],
	['aliceblue', [240, 248, 255]],
]);

/** Text of a page that says nothing of it. */
export const PLAIN_LOOK: Look = { invisible: false, tiny: false, color: BLACK, background: WHITE };

/** Largest difference of each of the three colours that no eye tells apart, of 255. */
const SAME_SHADE = 16;
/** Largest letters that nobody can read, in pixels. */
const UNREADABLE = 2;
/** Size of letters where nothing is said of it, in pixels: https://www.w3.org/TR/css-fonts-4/#valdef-font-size-medium */
const USUAL_SIZE = 16;
/** Unreadable letters as a part of the usual size. */
const UNREADABLE_PART = UNREADABLE / USUAL_SIZE;
/** Text that is so far outside is never on a page, in pixels. */
const FAR_OUTSIDE = -900;
/** Opacity below which nothing is seen. */
const TRANSPARENT = 0.1;

/** Whether text that looks so can be seen. */
export function isSeen({ invisible, tiny, color, background }: Look): boolean {
	if (invisible || tiny) return false;
	return !(
		color &&
		background &&
		color.every((part, index) => Math.abs(part - (background[index] ?? 0)) <= SAME_SHADE)
	);
}

/** Whether an element of this style shows nothing of what is in it, however that looks. */
export function hidesAll(style: Style): boolean {
	const of = (name: string) => style.get(name) ?? '';
	const isZero = (name: string) => (pixels(of(name)) ?? Infinity) <= 1;
	const isOutside = (name: string) =>
		(pixels(of(name)) ?? 0) * (/(?:em|v[wh])$/.test(of(name)) ? USUAL_SIZE : 1) <= FAR_OUTSIDE;
	const cuts = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
		/hidden|clip|auto|scroll/.test(of(name)),
	);
	const opacity = parseFloat(of('opacity')) / (of('opacity').endsWith('%') ? 100 : 1);
	return (
		of('display') === 'none' ||
		of('mso-hide') === 'all' ||
		opacity < TRANSPARENT ||
		(cuts && ['height', 'max-height', 'width', 'max-width'].some(isZero)) ||
		['text-indent', 'margin-left'].some(isOutside) ||
		(/absolute|fixed/.test(of('position')) && ['left', 'top', 'right', 'bottom'].some(isOutside)) ||
		/^rect\((?:0(?:px)?|1px)[\s,]/.test(of('clip')) ||
		/^(?:inset\((?:50|100)%|circle\(0)/.test(of('clip-path')) ||
		/scale[xy]?\(0(?:\.0+)?[,)]/.test(of('transform'))
	);
}

/** The look inside an element of this style. */
export function lookInside(around: Look, style: Style): Look {
	if (style.size === 0) return around;
	const visibility = style.get('visibility');
	const ground = [style.get('background'), style.get('background-color')];
	const hasImage = [...ground, style.get('background-image')].some((value) =>
		/url\(|gradient/.test(value ?? ''),
	);
	return {
		invisible:
			visibility === undefined || visibility === 'inherit'
				? around.invisible
				: visibility !== 'visible',
		tiny: isTiny(style.get('font-size') ?? sizeIn(style.get('font')), around.tiny),
		color: toColor(style.get('color'), around.color, around.background),
		background: hasImage
			? undefined
			: ground.reduce((under, value) => toColor(value, under, under), around.background),
	};
}

/** The size in the shorthand `font`, such as `bold 0/0 Arial`. */
function sizeIn(font = ''): string | undefined {
	return /(?:^|\s)(\d[\d.]*(?:px|pt|em|rem|%)?)(?=[\s/]|$)/.exec(font)?.[1];
}

function isTiny(size: string | undefined, around: boolean): boolean {
	if (size === undefined) return around;
	// A part of nothing is nothing.
	if (/(?:em|ex|%)$/.test(size) && !size.endsWith('rem')) {
		return around || parseFloat(size) / (size.endsWith('%') ? 100 : 1) <= UNREADABLE_PART;
	}
	const length = pixels(size);
	return length === undefined ? false : length <= UNREADABLE;
}

/** A length as pixels; those in other units by their number, which is enough to tell nothing from something. */
function pixels(length: string): number | undefined {
	const number = /^-?(?:\d+\.?\d*|\.\d+)(?=[a-z%]*$)/.exec(length)?.[0];
	return number === undefined ? undefined : Number(number);
}

/**
 * A colour as it is written.
 * @param inherited Where nothing is said of it.
 * @param under What shows through where it is transparent.
 */
function toColor(
	value: string | undefined,
	inherited: Color | undefined,
	under: Color | undefined,
): Color | undefined {
	if (value === undefined || value === '' || /^(?:inherit|initial|unset|none)$/.test(value)) {
		return inherited;
	}
	if (value === 'transparent') return under;
	const named = value
		.split(/\s+/)
		.flatMap((word) => [NAMED.get(word)].filter((one) => one !== undefined));
	if (named[0]) return named[0];
	const hex = /#([0-9a-f]{3,8})\b/.exec(value)?.[1];
	if (hex !== undefined) return fromHex(hex, under);
	const [red, green, blue, alpha = 1] =
		/rgba?\(([^)]*)\)/
			.exec(value)?.[1]
			?.split(/[\s,/]+/)
			.map(parseFloat) ?? [];
	if (red === undefined || green === undefined || blue === undefined) return undefined;
	return alpha < TRANSPARENT ? under : [red, green, blue];
}

function fromHex(hex: string, under: Color | undefined): Color | undefined {
	const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
	const part = (index: number) => parseInt(digits.slice(2 * index, 2 * index + 2), 16);
	const isClear = digits.length === 8 && part(3) / 255 < TRANSPARENT;
	return isClear ? under : [part(0), part(1), part(2)];
}

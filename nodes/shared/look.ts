import type { Declaration, Style } from './cssDeclarations';
import { expand } from './cssDeclarations';
import { splitCss } from './cssSyntax';
import type { Color } from './cssValues';
import {
	BLACK,
	LINK,
	over,
	toColor,
	toNumber,
	toPixels,
	USUAL_SIZE,
	WHITE,
	WINDOW,
} from './cssValues';

/** How text looks inside an element; each element starts with that of the one around it. */
export interface Look {
	/** `visibility` shows it; an element inside may be hidden or shown again. */
	isVisible: boolean;
	/** Of the letters, in pixels. */
	fontSize: number;
	/** Of the lines, in pixels; undefined where it follows the size of the letters. */
	lineHeight: number | undefined;
	/** Something around is only as high as the lines, and cuts what is higher. */
	isCut: boolean;
	/** What `color` is inside; undefined where it cannot be told. */
	color: Color | undefined;
	/** What the letters are filled with, where this is not the colour, and the colour of their shadow. */
	fill: Color | 'ground' | undefined;
	shadow: Color | undefined;
	/** Undefined where it cannot be told, such as a picture. */
	background: Color | undefined;
	opacity: number;
	/** How far it is moved, in pixels. */
	x: number;
	y: number;
	/** Of the first line of a block, in pixels, and whether it moves the text out of sight. */
	indent: number;
	isIndentedAway: boolean;
	/** Elements in it are blocks, whatever they are. */
	hasBlocks: boolean;
	/** Custom properties. */
	variables: ReadonlyMap<string, string>;
}

/** Text of a page that says nothing of it. */
export const PLAIN_LOOK: Look = {
	...{ isVisible: true, fontSize: USUAL_SIZE, lineHeight: undefined, isCut: false, opacity: 1 },
	...{ color: BLACK, fill: undefined, shadow: undefined, background: WHITE, hasBlocks: false },
	...{ x: 0, y: 0, indent: 0, isIndentedAway: false, variables: new Map() },
};

/** Largest difference of each of the three colours that no eye tells apart: 16 of 255. */
const SAME_SHADE = 16.5 / 255;
/** Largest letters, and parts of them, that nobody can read, in pixels. */
const UNREADABLE = 2;
/** Text that is so far outside is never on a page, in pixels. */
const FAR_OUTSIDE = -900;
/** The same where the place is not counted from where the text would stand. */
const OUTSIDE_PAGE = -300;
/** Text that is so far to the right that nobody goes there, in pixels. */
const FAR_RIGHT = 3_000;
/** Height of what is moved by parts of its own, in pixels: a line. */
const LINE = 20;

/** Whether text that looks so can be seen. */
export function isSeen(look: Look): boolean {
	const { isVisible, fontSize, lineHeight, isCut, opacity, x, y, background, fill, shadow } = look;
	if (!isVisible || look.isIndentedAway || fontSize <= UNREADABLE) return false;
	if (isCut && (lineHeight ?? fontSize) <= UNREADABLE) return false;
	if (x <= FAR_OUTSIDE || x >= FAR_RIGHT || y <= FAR_OUTSIDE) return false;
	const letters = fill === 'ground' ? undefined : (fill ?? look.color);
	return (
		differs(letters, background, opacity) ||
		(shadow !== undefined && differs(shadow, background, opacity))
	);
}

function differs(color: Color | undefined, ground: Color | undefined, opacity = 1): boolean {
	if (!color || !ground) return (color?.[3] ?? 1) * opacity > SAME_SHADE;
	const [red, green, blue, alpha] = color;
	const shown = over([red, green, blue, alpha * opacity], ground);
	return [0, 1, 2].some((part) => Math.abs((shown[part] ?? 0) - (ground[part] ?? 0)) > SAME_SHADE);
}

/** What a browser does with an element before any style is read. */
export interface Default {
	display: string;
	color?: string;
	background?: string;
	image?: string;
}

const NOTHING: Style = new Map();

/** What declarations set together, of which the last ones count most. */
export function toStyle(
	declarations: readonly Declaration[],
	around: Look,
): { style: Style; variables: Look['variables'] } {
	if (declarations.length === 0) return { style: NOTHING, variables: around.variables };
	let { variables } = around;
	const own = declarations.filter(({ name }) => name.startsWith('--'));
	if (own.length > 0 && variables.size < MAX_VARIABLES) {
		const set = new Map(variables);
		for (const { name, value } of own) {
			if (value === 'initial') set.delete(name);
			else set.set(name, value);
		}
		variables = set;
	}
	const style = new Map<string, string>();
	for (const { name, value } of declarations) {
		if (!value.includes('var(')) style.set(name, value);
		else {
			const filled = fillIn(value, variables, 0)?.toLowerCase();
			const set = filled === undefined ? [] : expand(name, filled.trim());
			for (const [one, its] of set.length > 0 ? set : expand(name, 'unset')) style.set(one, its);
		}
	}
	return { style, variables };
}

/** Custom properties of an element, and values in each other, at most; and what they may come to. */
const MAX_VARIABLES = 500;
const MAX_DEPTH = 10;
const MAX_FILLED = 1_000;

/** A value with what its custom properties stand for; undefined where one is not set. */
function fillIn(value: string, variables: Look['variables'], depth: number): string | undefined {
	const at = value.indexOf('var(');
	if (at < 0) return value;
	if (depth > MAX_DEPTH || value.length > MAX_FILLED) return undefined;
	let [end, open] = [at + 4, 1];
	for (; end < value.length && open > 0; end++) {
		open += value[end] === '(' ? 1 : value[end] === ')' ? -1 : 0;
	}
	const [name = '', ...rest] = value.slice(at + 4, end - 1).split(',');
	const given = variables.get(name.trim()) ?? (rest.length > 0 ? rest.join(',') : undefined);
	if (given === undefined) return undefined;
	return fillIn(value.slice(0, at) + given + value.slice(end), variables, depth + 1);
}

/**
 * The look inside an element, and whether it shows nothing of what is in it, however that looks.
 * @param around That of the element around it.
 */
export function lookInside(
	around: Look,
	declarations: readonly Declaration[],
	{ display: usual, color: ownColor, background: ownGround, image: ownImage }: Default,
): { hides: boolean; look: Look } {
	const { style, variables } = toStyle(declarations, around);
	if (
		style.size === 0 &&
		!ownColor &&
		!ownGround &&
		!ownImage &&
		!around.hasBlocks &&
		variables === around.variables
	) {
		const hides = usual === 'none';
		return { hides, look: around };
	}
	/** What is said of a property that elements inside do not take over. */
	const of = (name: string, initial = '') => {
		const value = style.get(name);
		return value === undefined || /^(?:initial|unset|revert(?:-layer)?|inherit)$/.test(value)
			? initial
			: value;
	};
	/** Of one that they do: undefined where nothing is said of it. */
	const inherited = (name: string, initial: string) => {
		const value = style.get(name);
		if (value === 'initial') return initial;
		return value === undefined || /^(?:inherit|unset|revert(?:-layer)?)$/.test(value)
			? undefined
			: value;
	};

	const fontSize = sizeOf(inherited('font-size', 'medium'), around.fontSize);
	const bases = { em: fontSize, whole: WINDOW.width };
	const pixels = (value: string, whole = WINDOW.width) => toPixels(value, { em: fontSize, whole });
	const written = style.get('display');
	const display =
		written === undefined || /^(?:revert|revert-layer)$/.test(written)
			? usual
			: /^(?:initial|unset|inherit)$/.test(written)
				? 'inline'
				: written;
	const isPlaced = /^(?:absolute|fixed)$/.test(of('position'));
	const isInline = /^(?:inline|contents|ruby)/.test(display) && !/^inline-./.test(display);
	const isBlock =
		!isInline || isPlaced || around.hasBlocks || /left|right|start|end/.test(of('float'));
	const isTable = /^table(?:-|$)|^inline-table/.test(display);
	const cuts =
		isBlock &&
		!isTable &&
		['overflow-x', 'overflow-y'].some((name) => /hidden|clip|auto|scroll|overlay/.test(of(name)));
	/** Whether nothing is left of one side, padding counted. */
	const isNothing = (side: 'width' | 'height', edges: string[]) => {
		const parts = side === 'height' ? NaN : WINDOW.width;
		const size = (name: string) => pixels(of(name), parts) ?? NaN;
		const least = Math.max(0, size(`min-${side}`) || 0);
		const most = [size(side), size(`max-${side}`)].filter((one) => !Number.isNaN(one));
		const padding = edges.reduce((sum, edge) => sum + (pixels(of(`padding-${edge}`)) ?? 0), 0);
		return most.length > 0 && Math.max(Math.min(...most), least) + padding <= UNREADABLE;
	};
	const move = placeOf(of, pixels, isBlock);
	const indent =
		toPixels(splitCss(inherited('text-indent', '0') ?? '', ' ')[0] ?? '', bases) ?? around.indent;
	const lineHeight = heightOf(inherited('line-height', 'normal'), around.lineHeight, fontSize);
	const color = colorOf(
		inherited('color', 'canvastext') ?? (style.has('color') ? undefined : ownColor),
		around.color,
	);
	const ground = groundOf(of, around, color, ownGround, ownImage);
	const fill = inherited('-webkit-text-fill-color', 'currentcolor');
	const shadow = inherited('text-shadow', 'none');
	const visibility = inherited('visibility', 'visible');
	const scale = of('zoom') === '' || of('zoom') === 'normal' ? 1 : (toNumber(of('zoom')) ?? 1) || 1;

	const hides =
		/^(?:none|table-column(?:-group)?)$/.test(display) ||
		(isBlock && of('content-visibility') === 'hidden') ||
		(cuts && (isNothing('height', ['top', 'bottom']) || isNothing('width', ['left', 'right']))) ||
		(isPlaced && (move.place <= OUTSIDE_PAGE || isClipped(of('clip'), pixels))) ||
		isClippedAway(of('clip-path'), pixels) ||
		(isBlock &&
			(move.scale === 0 || /(?:^|[\s,])0/.test(of('scale').replace(/0*\.\d*[1-9]\d*/g, '1')))) ||
		parseOpacity(of('filter')) < SAME_SHADE;
	return {
		hides,
		look: {
			isVisible: visibility === undefined ? around.isVisible : visibility === 'visible',
			fontSize: fontSize * scale,
			lineHeight,
			isCut: (around.isCut && !isPlaced) || (cuts && of('height', 'auto') === 'auto'),
			color,
			fill: ground.isLetters
				? (ground.color ?? 'ground')
				: fill === undefined
					? around.fill
					: (toColor(fill, color) ?? around.fill),
			shadow: shadow === undefined ? around.shadow : shadowOf(shadow, color),
			background: ground.isLetters ? around.background : ground.color,
			opacity: around.opacity * Math.min(1, Math.max(0, toNumber(of('opacity', '1')) ?? 1)),
			x: (isPlaced && of('position') === 'fixed' ? 0 : around.x) + move.x,
			y: (isPlaced && of('position') === 'fixed' ? 0 : around.y) + move.y,
			indent,
			isIndentedAway: isBlock
				? indent <= FAR_OUTSIDE || (indent >= WINDOW.width && (cuts || indent >= FAR_RIGHT))
				: around.isIndentedAway,
			hasBlocks: /(?:flex|grid|box)$/.test(display),
			variables,
		},
	};
}

/** https://www.w3.org/TR/css-fonts-4/#absolute-size-mapping */
const SIZES: Record<string, number> = {
	...{ 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24 },
	...{ 'xx-large': 32, 'xxx-large': 48, math: 16 },
};

function sizeOf(value: string | undefined, around: number): number {
	if (value === undefined) return around;
	if (value === 'smaller') return around / 1.2;
	if (value === 'larger') return around * 1.2;
	return SIZES[value] ?? toPixels(value, { em: around, whole: around }) ?? around;
}

function heightOf(
	value: string | undefined,
	around: number | undefined,
	em: number,
): number | undefined {
	if (value === undefined) return around;
	if (value === 'normal') return undefined;
	const part = toNumber(value);
	// A length of the letters' size follows them: what is near to nothing stays there.
	return part !== undefined && !value.includes('%')
		? part * em
		: toPixels(value, { em, whole: em });
}

type Of = (name: string, initial?: string) => string;
type Pixels = (value: string, whole?: number) => number | undefined;

/** How far an element is moved, how far outside its own place it is, and whether it is drawn to nothing. */
function placeOf(of: Of, pixels: Pixels, isBlock: boolean) {
	const at = (name: string, whole?: number) => pixels(of(name), whole) ?? 0;
	const position = of('position');
	const isPlaced = /^(?:absolute|fixed)$/.test(position);
	const high = isPlaced ? WINDOW.height : NaN;
	const has = (name: string) =>
		pixels(of(name), name === 'left' || name === 'right' ? undefined : high);
	let [x, y] = [at('margin-left'), isBlock ? at('margin-top') : 0];
	let place = Infinity;
	if (/^(?:absolute|fixed|relative|sticky)$/.test(position) && position !== 'sticky') {
		const [left, right, top, bottom] = [has('left'), has('right'), has('top'), has('bottom')];
		if (isPlaced)
			place = Math.min(
				left ?? Infinity,
				right !== undefined && left === undefined ? right : Infinity,
				top || Infinity,
				bottom !== undefined && top === undefined ? bottom : Infinity,
			);
		x +=
			left ?? -(isPlaced && right !== undefined ? Math.max(0, right - WINDOW.width) : (right ?? 0));
		y += (top || 0) === 0 ? -(bottom || 0) : (top ?? 0);
	}
	let scale = 1;
	if (isBlock) {
		const [along = '', down = ''] = splitCss(of('translate'), ' ');
		x += pixels(along) ?? 0;
		y += pixels(down, LINE) ?? 0;
		for (const [, name = '', given = ''] of of('transform').matchAll(
			/([a-z0-9]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
		)) {
			const values = given.split(/\s*,\s*/).map((one) => one.trim());
			const [first = '', second = ''] = values;
			const numbers = values.map(parseFloat);
			if (/^translate(?:x|3d)?$/.test(name)) x += pixels(first) ?? 0;
			if (/^translate(?:3d)?$/.test(name)) y += pixels(second, LINE) ?? 0;
			if (name === 'translatey') y += pixels(first, LINE) ?? 0;
			if (/^scale(?:[xy]|3d)?$/.test(name))
				scale *= Math.min(
					...numbers.slice(0, 2).map((one) => (Math.abs(one) < TINY_SCALE ? 0 : 1)),
				);
			if (
				/^rotate[xy]$/.test(name) &&
				Math.abs(numbers[0] ?? 0) % 180 === 90 &&
				first.endsWith('deg')
			)
				scale = 0;
			if (name === 'matrix') {
				const [a = 1, b = 0, c = 0, d = 1, right = 0, under = 0] = numbers;
				if (Math.abs(a * d - b * c) < TINY_SCALE ** 2) scale = 0;
				x += right;
				y += under;
			}
		}
	}
	return { x: x || 0, y: y || 0, place, scale };
}

/** Letters of this part of their size cannot be read. */
const TINY_SCALE = UNREADABLE / USUAL_SIZE;

/** `rect(top, right, bottom, left)` in which nothing is: https://www.w3.org/TR/css-masking-1/#clip-property */
function isClipped(clip: string, pixels: Pixels): boolean {
	const given =
		/^rect\((.*)\)$/
			.exec(clip)?.[1]
			?.trim()
			.split(/[\s,]+/) ?? [];
	const [top = 0, right = Infinity, bottom = Infinity, left = 0] = given.map((one) => pixels(one));
	return given.length === 4 && (bottom - top <= UNREADABLE || right - left <= UNREADABLE);
}

/** A shape in which nothing is: https://www.w3.org/TR/css-shapes-1/#basic-shape-functions */
function isClippedAway(shape: string, pixels: Pixels): boolean {
	const [, name, of = ''] = /^([a-z]+)\((.*)\)/.exec(shape) ?? [];
	const parts =
		of
			.split(/\s+at\s+|\s+round\s+/)[0]
			?.trim()
			.split(/[\s,]+/) ?? [];
	const part = (text = '') =>
		text.endsWith('%') ? parseFloat(text) / 100 : (pixels(text) ?? 0) / WINDOW.width;
	if (name === 'inset') {
		const [top = '', right = top, bottom = top, left = right] = parts;
		return part(top) + part(bottom) >= 1 || part(left) + part(right) >= 1;
	}
	if (name === 'circle' || name === 'ellipse')
		return parts.some((one) => /^0(?:px|%|em)?$/.test(one));
	if (name !== 'polygon') return false;
	const points = of.split(',').map((one) => one.trim());
	return (
		new Set(points).size < 3 ||
		[0, 1].some((side) => new Set(points.map((one) => one.split(/\s+/)[side])).size === 1)
	);
}

function parseOpacity(filter: string): number {
	const value = /opacity\(\s*([^)]*?)\s*\)/.exec(filter)?.[1];
	return value === undefined || value === '' ? 1 : (toNumber(value) ?? 1);
}

/** What is drawn behind the text; with `background-clip: text` the text is filled with it. */
function groundOf(
	of: Of,
	around: Look,
	letters: Color | undefined,
	own = 'transparent',
	ownImage = 'none',
) {
	const isLetters = of('background-clip') === 'text';
	const given = of('background-color', own);
	const under = isLetters ? undefined : around.background;
	const color = toColor(given, letters);
	const image = of('background-image', ownImage);
	const stops = /^[a-z-]*gradient\(.*\)$/.test(image) ? stopsOf(image) : [];
	if (image !== 'none' && stops.length === 0) return { isLetters, color: undefined };
	const [first, ...others] = stops;
	if (first) {
		const isEven = others.every((one) => !differs(one, first));
		return { isLetters, color: isEven && first[3] === 1 ? first : undefined };
	}
	if (isLetters) return { isLetters, color };
	return { isLetters, color: color && (color[3] === 0 ? under : under && over(color, under)) };
}

function stopsOf(gradient: string): Color[] {
	return splitCss(gradient.replace(/^[^(]*\(|\)$/g, ''), ',').flatMap((stop) => {
		const color = toColor(splitCss(stop, ' ')[0] ?? '');
		return color ? [color] : [];
	});
}

function colorOf(value: string | undefined, around: Color | undefined): Color | undefined {
	if (value === undefined) return around;
	return value === 'link' ? LINK : toColor(value, around);
}

function shadowOf(value: string, color: Color | undefined): Color | undefined {
	if (value === 'none') return undefined;
	const own = splitCss(splitCss(value, ',')[0] ?? '', ' ').map((part) => toColor(part, color));
	return own.find((one) => one !== undefined) ?? color;
}

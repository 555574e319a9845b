import type { Declaration } from './cssDeclarations';
import { WIDE } from './cssDeclarations';
import { splitCss } from './cssSyntax';
import type { Color } from './cssValues';
import { BLACK, toColor, toNumber, toPixels, USUAL_SIZE, WHITE, WINDOW } from './cssValues';
import type { Variables } from './customProperties';
import { toStyle } from './customProperties';
import { colorOf, differs, groundOf, SAME_SHADE, shadowOf } from './letterColors';
import { isClipped, isClippedAway, placeOf, UNREADABLE } from './placement';
import type { Steps } from './steps';

/** How text looks inside an element; each element starts with that of the one around it. */
export interface Appearance {
	/** `visibility` shows it; an element inside may be hidden or shown again. */
	isVisible: boolean;
	/** The size of the letters, in pixels. */
	fontSize: number;
	/** The height of the lines, in pixels; undefined where it follows the size of the letters. */
	lineHeight: number | undefined;
	/** An element around is only as high as its lines, and cuts off what is higher. */
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
	/** The indent of the first line of a block, in pixels, and whether it moves the text out of sight. */
	indent: number;
	isIndentedAway: boolean;
	/** A line goes through it. */
	isStruck: boolean;
	/** Elements in it are blocks, whatever they are. */
	hasBlocks: boolean;
	variables: Variables;
}

/** How text looks where a page says nothing of its look. */
export const PLAIN_LOOK: Appearance = {
	...{ isVisible: true, fontSize: USUAL_SIZE, lineHeight: undefined, isCut: false, opacity: 1 },
	...{ color: BLACK, fill: undefined, shadow: undefined, background: WHITE, hasBlocks: false },
	...{ x: 0, y: 0, indent: 0, isIndentedAway: false, isStruck: false, variables: new Map() },
};

/** Text that is moved so far from where it would stand is not on the page, in pixels. */
const FAR_OUTSIDE = -900;
/** The same for a place that counts from an edge, and not from where the text would stand. */
const OUTSIDE_PAGE = -300;
/** Text that is so far to the right that nobody goes there, in pixels. */
const FAR_RIGHT = 3_000;

/** Whether text that looks so can be seen. */
export function isSeen(look: Appearance): boolean {
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

/** What a browser does with an element before any style is read. */
export interface Default {
	/** `empty` where it shows nothing of what is in it, whatever its style. */
	display: string;
	color?: string;
	background?: string;
	image?: string;
	isStruck?: boolean;
}

/**
 * @returns the look inside an element; `hides`, where it shows nothing of what is in it, whatever its look; and
 * `isLine`, where a style puts it on lines of its own.
 * @param around The look of the element around it.
 */
export function lookInside(
	around: Appearance,
	declarations: readonly Declaration[],
	{ display: usual, color: ownColor, background: ownGround, image: ownImage, isStruck }: Default,
	steps: Steps,
): { hides: boolean; look: Appearance; isLine: boolean } {
	const { style, variables } = toStyle(declarations, around.variables, steps);
	if (
		style.size === 0 &&
		!ownColor &&
		!ownGround &&
		!ownImage &&
		!isStruck &&
		!around.hasBlocks &&
		variables === around.variables
	) {
		return { hides: usual === 'none' || usual === 'empty', look: around, isLine: false };
	}
	/** The value of a property that elements inside do not inherit. */
	const of = (name: string, initial = '') => {
		const value = style.get(name);
		return value === undefined || WIDE.test(value) ? initial : value;
	};
	/** The value of one that they do; undefined for that of the element around. */
	const inherited = (name: string, initial: string) => {
		const value = style.get(name);
		if (value === 'initial') return initial;
		return value === undefined || WIDE.test(value) ? undefined : value;
	};

	const fontSize = sizeOf(inherited('font-size', 'medium'), around.fontSize);
	const pixels = (value: string, whole = WINDOW.width) => toPixels(value, { em: fontSize, whole });
	const written = style.get('display');
	const display =
		written === undefined || written.startsWith('revert') ? usual : of('display', 'inline');
	const isPlaced = /^(?:absolute|fixed)$/.test(of('position'));
	const isInline = /^(?:inline|contents|ruby)/.test(display) && !/^inline-./.test(display);
	const isBlock =
		!isInline || isPlaced || around.hasBlocks || /left|right|start|end/.test(of('float'));
	const isTable = /^table(?:-|$)|^inline-table/.test(display);
	const cuts =
		isBlock &&
		!isTable &&
		['overflow-x', 'overflow-y'].some((name) => /hidden|clip|auto|scroll|overlay/.test(of(name)));
	/** Whether the element has no width, or no height, with its padding. */
	const isNothing = (side: 'width' | 'height', edges: string[]) => {
		const parts = side === 'height' ? NaN : WINDOW.width;
		const size = (name: string) => pixels(of(name), parts) ?? NaN;
		const least = Math.max(0, size(`min-${side}`) || 0);
		const most = [size(side), size(`max-${side}`)].filter((bound) => !Number.isNaN(bound));
		const padding = edges.reduce((sum, edge) => sum + (pixels(of(`padding-${edge}`)) ?? 0), 0);
		return most.length > 0 && Math.max(Math.min(...most), least) + padding <= UNREADABLE;
	};
	const move = placeOf(of, pixels, isBlock);
	const indent =
		pixels(splitCss(inherited('text-indent', '0') ?? '', ' ')[0] ?? '') ?? around.indent;
	const lineHeight = heightOf(inherited('line-height', 'normal'), around.lineHeight, fontSize);
	const color = colorOf(
		inherited('color', 'canvastext') ?? (style.has('color') ? undefined : ownColor),
		around.color,
	);
	const ground = groundOf(of, around.background, color, ownGround, ownImage);
	const fill = inherited('-webkit-text-fill-color', 'currentcolor');
	const shadow = inherited('text-shadow', 'none');
	const visibility = inherited('visibility', 'visible');
	const scale = toNumber(of('zoom')) || 1;
	const filtered = toNumber(/opacity\(\s*([^)]*?)\s*\)/.exec(of('filter'))?.[1] ?? '') ?? 1;
	// The window places a fixed element, not the element around.
	const origin = of('position') === 'fixed' ? { x: 0, y: 0 } : around;

	const hides =
		usual === 'empty' ||
		/^(?:none|table-column(?:-group)?)$/.test(display) ||
		(isBlock && of('content-visibility') === 'hidden') ||
		(cuts && (isNothing('height', ['top', 'bottom']) || isNothing('width', ['left', 'right']))) ||
		(isPlaced && (move.place <= OUTSIDE_PAGE || isClipped(of('clip'), pixels))) ||
		isClippedAway(of('clip-path'), pixels) ||
		(isBlock &&
			(move.scale === 0 || /(?:^|[\s,])0/.test(of('scale').replace(/0*\.\d*[1-9]\d*/g, '1')))) ||
		filtered < SAME_SHADE;
	return {
		hides,
		isLine:
			written !== undefined && /^(?:block|flow-root|flex|grid|list-item|table)$/.test(display),
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
			x: origin.x + move.x,
			y: origin.y + move.y,
			indent,
			isIndentedAway: isBlock
				? indent <= FAR_OUTSIDE || (indent >= WINDOW.width && (cuts || indent >= FAR_RIGHT))
				: around.isIndentedAway,
			isStruck:
				around.isStruck ||
				(style.has('text-decoration')
					? of('text-decoration').includes('line-through')
					: !!isStruck),
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
	// A number is a factor of the letters' size, and is kept as a length: what is near to nothing stays so.
	return part !== undefined && !value.includes('%')
		? part * em
		: toPixels(value, { em, whole: em });
}

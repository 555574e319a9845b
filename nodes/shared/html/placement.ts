import { splitCss } from './cssSyntax';
import { USUAL_SIZE, WINDOW } from './cssValues';

/** Largest letters, and parts of them, that nobody can read, in pixels. */
export const UNREADABLE = 2;
/** The height of which an element is moved by a percentage, in pixels: that of a line. */
const LINE = 20;

/** The value of a property, or `initial` where nothing is said of it. */
export type Of = (name: string, initial?: string) => string;
/** A length in pixels; undefined where it is none. */
export type Pixels = (value: string, whole?: number) => number | undefined;

/** How far an element is moved, how far outside its own place it is, and whether it is drawn to nothing. */
export function placeOf(of: Of, pixels: Pixels, isBlock: boolean) {
	const position = of('position');
	const isPlaced = /^(?:absolute|fixed)$/.test(position);
	const high = isPlaced ? WINDOW.height : NaN;
	const has = (name: string) =>
		pixels(of(name), name === 'left' || name === 'right' ? undefined : high);
	let x = pixels(of('margin-left')) ?? 0;
	let y = (isBlock && pixels(of('margin-top'))) || 0;
	let place = Infinity;
	if (isPlaced || position === 'relative') {
		const [left, right, top, bottom] = [has('left'), has('right'), has('top'), has('bottom')];
		const vertical = top === undefined ? bottom : top || undefined;
		if (isPlaced) place = Math.min(left ?? right ?? Infinity, vertical ?? Infinity);
		x +=
			left ?? -(isPlaced && right !== undefined ? Math.max(0, right - WINDOW.width) : (right ?? 0));
		y += top || -(bottom || 0);
	}
	let scale = 1;
	if (isBlock) {
		const [along = '', down = ''] = splitCss(of('translate'), ' ');
		x += pixels(along) ?? 0;
		y += pixels(down, LINE) ?? 0;
		for (const [, name = '', given = ''] of of('transform').matchAll(
			/([a-z0-9]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
		)) {
			const values = given.split(/\s*,\s*/).map((value) => value.trim());
			const [first = '', second = ''] = values;
			const numbers = values.map(parseFloat);
			if (/^translate(?:x|3d)?$/.test(name)) x += pixels(first) ?? 0;
			if (/^translate(?:3d)?$/.test(name)) y += pixels(second, LINE) ?? 0;
			if (name === 'translatey') y += pixels(first, LINE) ?? 0;
			if (/^scale(?:[xy]|3d)?$/.test(name))
				scale *= Math.min(
					...numbers.slice(0, 2).map((factor) => (Math.abs(factor) < TINY_SCALE ? 0 : 1)),
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
export function isClipped(clip: string, pixels: Pixels): boolean {
	const [, rect] = /^rect\((.*)\)$/.exec(clip) ?? [];
	const given = rect?.trim().split(/[\s,]+/) ?? [];
	const edges = given.map((edge) => pixels(edge));
	const [top = 0, right = Infinity, bottom = Infinity, left = 0] = edges;
	return given.length === 4 && (bottom - top <= UNREADABLE || right - left <= UNREADABLE);
}

/** A shape in which nothing is: https://www.w3.org/TR/css-shapes-1/#basic-shape-functions */
export function isClippedAway(shape: string, pixels: Pixels): boolean {
	const [, name, of = ''] = /^([a-z]+)\((.*)\)/.exec(shape) ?? [];
	const [size = ''] = of.split(/\s+at\s+|\s+round\s+/);
	const parts = size.trim().split(/[\s,]+/);
	const part = (text = '') =>
		text.endsWith('%') ? parseFloat(text) / 100 : (pixels(text) ?? 0) / WINDOW.width;
	if (name === 'inset') {
		const [top = '', right = top, bottom = top, left = right] = parts;
		return part(top) + part(bottom) >= 1 || part(left) + part(right) >= 1;
	}
	if (name === 'circle' || name === 'ellipse')
		return parts.some((radius) => /^0(?:px|%|em)?$/.test(radius));
	if (name !== 'polygon') return false;
	const points = of.split(',').map((point) => point.trim());
	return (
		new Set(points).size < 3 ||
		[0, 1].some((axis) => new Set(points.map((point) => point.split(/\s+/)[axis])).size === 1)
	);
}

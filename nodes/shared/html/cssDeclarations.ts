import { cssPieces, splitCss, unescapeCss } from './cssSyntax';
import { toColor, toNumber, toPixels, USUAL_SIZE } from './cssValues';

/** Values by property, in small letters; of shorthands only the properties that they stand for. */
export type Style = ReadonlyMap<string, string>;

export interface Declaration {
	name: string;
	value: string;
	isImportant: boolean;
}

/** Longest value that is read, in characters: longer ones hold a picture. */
const MAX_VALUE = 300;
/** Blanks at the edges: those of CSS alone. The lookbehind keeps a run in the middle from being tried at each of its blanks. */
const EDGES = /^[\t\n\f\r ]+|(?<![\t\n\f\r ])[\t\n\f\r ]+$/g;
/** What any property takes: https://www.w3.org/TR/css-cascade-5/#defaulting-keywords */
export const WIDE = /^(?:inherit|initial|unset|revert|revert-layer)$/;

type Test = (value: string) => boolean;

const oneOf = (text: string): Test => {
	const values = new Set(text.split(' '));
	return (value) => values.has(value);
};
const isLength: Test = (value) => toPixels(value, { em: USUAL_SIZE, whole: 100 }) !== undefined;
const isPositive: Test = (value) => isLength(value) && !value.startsWith('-');
const orAuto: Test = (value) => value === 'auto' || isLength(value);
const isSize: Test = (value) =>
	isPositive(value) ||
	/^(?:auto|none|(?:min|max|fit)-content|-webkit-fill-available|stretch|fit-content\(.*\))$/.test(
		value,
	);
const isColor: Test = (value) => toColor(value) !== undefined;
const isNumber: Test = (value) => toNumber(value) !== undefined;
const isShadow: Test = (value) => {
	const lengths = splitCss(value, ' ').filter((part) => !isColor(part));
	return (lengths.length === 2 || lengths.length === 3) && lengths.every(isLength);
};
const isOfLine = oneOf(
	'none underline overline line-through blink solid double dotted dashed wavy auto from-font',
);
const hasFunction: Test = (value) =>
	value === 'none' ||
	/^(?:[a-z-][\w-]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[\s,]*)+$/.test(value);
const overflow = oneOf('visible hidden clip scroll auto overlay');

const BOX = ['top', 'right', 'bottom', 'left'];

/** Whether browsers take a value for a property. One that they drop does not overrule an earlier one. */
const TESTS: Record<string, Test> = {
	display: (value) =>
		/^(?:none|contents|ruby-text|(?:(?:inline|block) )?(?:flow(?:-root)?|flex|grid|table|ruby|math|(?:flow(?:-root)? )?list-item)|inline|block|inline-(?:block|flex|grid|table)|table-(?:cell|caption|column|(?:(?:column|row|header|footer)-group)|row)|-webkit-(?:inline-)?(?:box|flex))$/.test(
			value,
		),
	visibility: oneOf('visible hidden collapse'),
	'content-visibility': oneOf('visible hidden auto'),
	opacity: isNumber,
	filter: hasFunction,
	float: oneOf('none left right inline-start inline-end'),
	position: oneOf('static relative absolute fixed sticky'),
	'overflow-x': overflow,
	'overflow-y': overflow,
	'font-size': (value) =>
		isPositive(value) ||
		/^(?:(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|math)$/.test(value),
	'line-height': (value) =>
		value === 'normal' || isPositive(value) || (isNumber(value) && !value.startsWith('-')),
	color: isColor,
	'-webkit-text-fill-color': isColor,
	'text-shadow': (value) => value === 'none' || splitCss(value, ',').every(isShadow),
	'background-color': isColor,
	'background-image': hasFunction,
	'text-decoration': (value) =>
		splitCss(value, ' ').every((part) => isOfLine(part) || isColor(part) || isLength(part)),
	'background-clip': oneOf('border-box padding-box content-box text'),
	clip: (value) => value === 'auto' || /^rect\(/.test(value),
	'clip-path': (value) => hasFunction(value) || /-box$/.test(value),
	transform: hasFunction,
	translate: (value) => value === 'none' || splitCss(value, ' ').every(isLength),
	scale: (value) => value === 'none' || splitCss(value, ' ').every(isNumber),
	zoom: (value) => isNumber(value) || value === 'normal',
	'text-indent': (value) => splitCss(value, ' ').some(isLength),
	...sides('margin-', orAuto),
	...sides('', orAuto),
	...sides('padding-', isPositive),
	...Object.fromEntries(
		['', 'min-', 'max-'].flatMap((bound) => [
			[`${bound}width`, isSize],
			[`${bound}height`, isSize],
		]),
	),
};

function sides(prefix: string, test: Test): Record<string, Test> {
	return Object.fromEntries(BOX.map((side) => [`${prefix}${side}`, test]));
}

/** Other names of properties: those that follow the direction of the text, and those of a maker. */
const ALIASES = new Map<string, string>(
	Object.entries({
		'inline-size': 'width',
		'block-size': 'height',
		'max-inline-size': 'max-width',
		'max-block-size': 'max-height',
		'min-inline-size': 'min-width',
		'min-block-size': 'min-height',
		'text-decoration-line': 'text-decoration',
		'-webkit-transform': 'transform',
		'-webkit-clip-path': 'clip-path',
		'-webkit-opacity': 'opacity',
		'-webkit-filter': 'filter',
		'-webkit-background-clip': 'background-clip',
		...Object.fromEntries(
			['margin-', 'padding-', 'inset-'].flatMap((prefix) =>
				Object.entries({
					'inline-start': 'left',
					'inline-end': 'right',
					'block-start': 'top',
					'block-end': 'bottom',
				}).map(([name, side]) => [prefix + name, prefix === 'inset-' ? side : prefix + side]),
			),
		),
	}),
);

/** Properties that a shorthand sets, and what each part of its value is for. */
const SHORTHANDS: Record<string, string[]> = {
	margin: BOX.map((side) => `margin-${side}`),
	padding: BOX.map((side) => `padding-${side}`),
	inset: BOX,
	...Object.fromEntries(
		['margin-', 'padding-', ''].flatMap((prefix) => [
			[`${prefix || 'inset-'}inline`, [`${prefix}left`, `${prefix}right`]],
			[`${prefix || 'inset-'}block`, [`${prefix}top`, `${prefix}bottom`]],
		]),
	),
	overflow: ['overflow-x', 'overflow-y'],
	font: ['font-size', 'line-height'],
	background: ['background-color', 'background-image', 'background-clip'],
	all: Object.keys(TESTS),
};

const PROPERTIES = new Set([...Object.keys(TESTS), ...Object.keys(SHORTHANDS)]);

/** Whether browsers know a property and take this value for it; true where nobody here can tell. */
export function isSupported(name: string, value: string): boolean {
	return (TESTS[ALIASES.get(name) ?? name] ?? (() => !/^-(?:ms|moz|o)-/.test(name)))(value);
}

/**
 * The declarations of a `style` attribute or a rule, as far as they are looked at and as browsers take
 * them; those with `var()` as they are written.
 * @yields those of each piece.
 */
export function* declarationsIn(text: string): Generator<Declaration[], void> {
	let [depth, isOdd] = [0, false];
	for (const piece of cssPieces(text)) {
		if (piece.end === '{' || piece.end === '}') {
			depth = Math.max(0, depth + (piece.end === '{' ? 1 : -1));
			isOdd = true;
		} else if (depth === 0) {
			if (!isOdd) yield readDeclaration(piece.text);
			isOdd = false;
		}
	}
}

/** A single declaration; empty where it is none, or not looked at. */
export function readDeclaration(text: string): Declaration[] {
	const colon = text.indexOf(':');
	if (colon < 0) return [];
	const name = nameOf(text.slice(0, colon));
	const isCustom = name.startsWith('--');
	if (!isCustom && !PROPERTIES.has(name)) return [];
	const whole = unescapeCss(text.slice(colon + 1, colon + 1 + MAX_VALUE).replaceAll('/**/', ' '));
	const bang = whole.indexOf('!');
	const plain = (bang < 0 ? whole : whole.slice(0, bang)).replace(EDGES, '');
	if (bang >= 0 && !/^!\s*important\s*$/i.test(whole.slice(bang))) return [];
	const isImportant = bang >= 0;
	const value = isCustom ? plain : plain.toLowerCase();
	if (isCustom || /\bvar\(/.test(value)) return [{ name, value, isImportant }];
	return expand(name, value).map(([set, its]) => ({ name: set, value: its, isImportant }));
}

function nameOf(text: string): string {
	const [, plain] = /^[\t\n\f\r ]*(-?[a-z][a-z-]*)[\t\n\f\r ]*$/.exec(text) ?? [];
	const written = plain ?? unescapeCss(text.replaceAll('/**/', ' ').replace(EDGES, ''));
	if (written.startsWith('--')) return written;
	const name = plain ?? written.toLowerCase();
	return ALIASES.get(name) ?? name;
}

/** What a declaration sets; nothing where browsers drop it. */
export function expand(name: string, value: string): Array<[name: string, value: string]> {
	const names = SHORTHANDS[name] ?? [name];
	if (WIDE.test(value)) return names.map((part) => [part, value]);
	if (name === 'font') return expandFont(value);
	if (name === 'background') return expandBackground(value);
	if (name === 'all' || value === '') return [];
	if (!(name in SHORTHANDS)) return TESTS[name]?.(value) ? [[name, value]] : [];
	const parts = splitCss(value, ' ');
	const [first = '', second = first, third = first, fourth = second] = parts;
	const values = [first, second, third, fourth];
	const isTaken =
		parts.length <= names.length && values.every((given) => TESTS[names[0] ?? '']?.(given));
	return isTaken ? names.map((part, index) => [part, values[index] ?? first]) : [];
}

function expandFont(value: string): Array<[string, string]> {
	if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/.test(value))
		return fontOf('medium', 'normal');
	const parts = splitCss(value.replace(/\s*\/\s*/g, '/'), ' ');
	const at = parts.findIndex(
		(part) =>
			(/^[\d.+]|^(?:calc|min|max|clamp)\(|(?:small|large)(?:er)?$|^medium/.test(part) &&
				!/^\d+$/.test(part)) ||
			part === '0',
	);
	const [size = '', height = 'normal'] = splitCss(parts[at] ?? '', '/');
	// A font family has to follow the size.
	if (at < 0 || at === parts.length - 1) return [];
	const isTaken = TESTS['font-size']?.(size) && TESTS['line-height']?.(height);
	return isTaken ? fontOf(size, height) : [];
}

function fontOf(size: string, height: string): Array<[string, string]> {
	return Object.entries({ 'font-size': size, 'line-height': height });
}

function expandBackground(value: string): Array<[string, string]> {
	const layers = splitCss(value, ',');
	const parts = splitCss(layers.at(-1) ?? '', '/').flatMap((part) => splitCss(part, ' '));
	const color = parts.filter(isColor);
	const image = layers.flatMap((layer) => splitCss(layer, ' ').filter(isImage));
	const known = (part: string) =>
		part === '' || isColor(part) || isImage(part) || isLength(part) || BACKGROUND_WORD.test(part);
	if (color.length > 1 || !parts.every(known)) return [];
	return [
		['background-color', color[0] ?? 'transparent'],
		['background-image', image.join(',') || 'none'],
		['background-clip', /(?:^|\s)text(?:\s|$)/.test(value) ? 'text' : 'border-box'],
	];
}

const BACKGROUND_WORD =
	/^(?:none|auto|cover|contain|top|right|bottom|left|center|(?:no-)?repeat(?:-[xy])?|space|round|scroll|fixed|local|(?:border|padding|content)-box|text)$/;
const isImage: Test = (part) =>
	/(?:^url|gradient|image-set|image|element|cross-fade|paint)\(/.test(part);

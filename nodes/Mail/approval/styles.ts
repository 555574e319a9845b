/** Colours, each by what it is for. */
const LIGHT = {
	/** Behind the card. */
	ground: '#eef0f3',
	card: '#ffffff',
	/** Where texts of others stand. */
	box: '#f5f6f8',
	text: '#1b1b1b',
	soft: '#555555',
	/** Edges that only divide. */
	edge: '#d5d8dd',
	/** Edges that show where to press or write. */
	line: '#767676',
	/** The choice that is offered first, and links. */
	main: '#1a5fb4',
	onMain: '#ffffff',
	/** The button that declines. */
	stop: '#a51d2d',
	onStop: '#ffffff',
};
type Palette = typeof LIGHT;

const DARK: Palette = {
	ground: '#121212',
	card: '#1e1e1e',
	box: '#292929',
	text: '#f2f2f2',
	soft: '#c0c0c0',
	edge: '#4a4a4a',
	line: '#949494',
	main: '#99c1f1',
	onMain: '#161616',
	stop: '#f6a5ad',
	onStop: '#161616',
};

type Declarations = Record<string, string>;

/** How one kind of element looks: what is the same in light and dark, and what is not. */
export interface Part {
	shape?: string;
	colors?: (palette: Palette) => Declarations;
}

const ROUNDED = 'border-radius:6px';

function surface(background: string, color: string, border: string): Declarations {
	return { 'background-color': background, color, border };
}

/** Lengths in `em` follow the letters, which a page leaves at the size that its reader chose. */
const parts = {
	ground: {
		shape: 'margin:0;padding:16px 8px',
		colors: ({ ground, text }) => ({ 'background-color': ground, color: text }),
	},
	card: {
		shape: 'padding:24px 20px;border-radius:8px;overflow-wrap:anywhere;word-break:break-word',
		colors: ({ card, text, edge }) => surface(card, text, `1px solid ${edge}`),
	},
	title: { shape: 'margin:0 0 8px;font-size:1.5em;line-height:1.25' },
	head: { shape: 'margin:24px 0 8px;font-size:1em;line-height:1.25' },
	soft: { shape: 'margin:0 0 16px;font-size:.875em', colors: ({ soft }) => ({ color: soft }) },
	box: {
		shape: `padding:12px 16px;${ROUNDED}`,
		colors: ({ box, text, edge }) => surface(box, text, `1px solid ${edge}`),
	},
	name: { shape: 'margin:0;font-weight:bold' },
	value: {
		shape: 'margin:4px 0 8px;padding:0 0 0 12px',
		colors: ({ line }) => ({ 'border-left': `3px solid ${line}` }),
	},
	filled: {
		shape: ROUNDED,
		colors: ({ main, onMain }) => surface(main, onMain, `2px solid ${main}`),
	},
	plain: {
		shape: ROUNDED,
		colors: ({ card, text, line }) => surface(card, text, `2px solid ${line}`),
	},
	'on-filled': { colors: ({ onMain }) => ({ color: onMain }) },
	'on-plain': { colors: ({ text }) => ({ color: text }) },
} satisfies Record<string, Part>;

/** The attributes that give an element its look. */
export type Dress = (part: keyof typeof parts, more?: string) => string;

/** What a page has beside that, by selector. */
export const PAGE_PARTS: Record<string, Part> = {
	'.stop': {
		shape: ROUNDED,
		colors: ({ stop, onStop }) => surface(stop, onStop, `2px solid ${stop}`),
	},
	'input,select,textarea': {
		colors: ({ card, text, line }) => surface(card, text, `1px solid ${line}`),
	},
	':focus-visible': { colors: ({ main }) => ({ outline: `3px solid ${main}` }) },
};

/** For a page: its style sheet says how the part looks. */
export const classed: Dress = (part) => `class="${part}"`;

/**
 * For a mail: the light look stands at the element, as not all mail programs read style sheets; those
 * that do find the part by its class, and draw it dark.
 */
export const inlined: Dress = (part, more = '') =>
	`class="${part}" style="${[lightStyle(parts[part]), more].filter(Boolean).join(';')}"`;

/** The style sheet: light, and dark where the reader wants that, over what stands at an element. */
export function styleSheet(more: Record<string, Part> = {}): string {
	const all: Array<[selector: string, Part]> = [
		...Object.entries(parts).map(([name, part]): [string, Part] => [`.${name}`, part]),
		...Object.entries(more),
	];
	return [
		':root{color-scheme:light dark}',
		'pre{white-space:pre-wrap}',
		...all.map(([selector, part]) => `${selector}{${lightStyle(part)}}`),
		'@media (prefers-color-scheme:dark){',
		...all.flatMap(([selector, { colors }]) =>
			colors ? [`${selector}{${written(colors(DARK), '!important')}}`] : [],
		),
		'}',
	].join('\n');
}

function lightStyle({ shape = '', colors }: Part): string {
	return [shape, colors ? written(colors(LIGHT)) : ''].filter(Boolean).join(';');
}

function written(declarations: Declarations, weight = ''): string {
	return Object.entries(declarations)
		.map(([property, value]) => `${property}:${value}${weight}`)
		.join(';');
}

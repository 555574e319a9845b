/** Colours, each by what it is for. */
interface Palette {
	/** Behind the card. */
	ground: string;
	card: string;
	/** Where texts of others stand. */
	box: string;
	text: string;
	soft: string;
	/** Edges that only divide. */
	edge: string;
	/** Edges that show where to press or write. */
	line: string;
	/** The choice that is offered first, and links. */
	main: string;
	onMain: string;
	/** The button that declines. */
	stop: string;
	onStop: string;
}

const LIGHT: Palette = {
	ground: '#eef0f3',
	card: '#ffffff',
	box: '#f5f6f8',
	text: '#1b1b1b',
	soft: '#555555',
	edge: '#d5d8dd',
	line: '#767676',
	main: '#1a5fb4',
	onMain: '#ffffff',
	stop: '#a51d2d',
	onStop: '#ffffff',
};

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

/** Lengths in `em` follow the letters, which a page leaves at the size that its reader chose. */
const parts = {
	ground: {
		shape: 'margin:0;padding:16px 8px',
		colors: ({ ground, text }) => ({ 'background-color': ground, color: text }),
	},
	card: {
		shape: 'padding:24px 20px;border-radius:8px;overflow-wrap:anywhere;word-break:break-word',
		colors: ({ card, text, edge }) => ({
			'background-color': card,
			color: text,
			border: `1px solid ${edge}`,
		}),
	},
	title: { shape: 'margin:0 0 8px;font-size:1.5em;line-height:1.25' },
	head: { shape: 'margin:24px 0 8px;font-size:1em;line-height:1.25' },
	soft: { shape: 'margin:0 0 16px;font-size:.875em', colors: ({ soft }) => ({ color: soft }) },
	box: {
		shape: 'padding:12px 16px;border-radius:6px',
		colors: ({ box, text, edge }) => ({
			'background-color': box,
			color: text,
			border: `1px solid ${edge}`,
		}),
	},
	name: { shape: 'margin:0;font-weight:bold' },
	value: {
		shape: 'margin:4px 0 8px;padding:0 0 0 12px',
		colors: ({ line }) => ({ 'border-left': `3px solid ${line}` }),
	},
	filled: {
		shape: 'border-radius:6px',
		colors: ({ main, onMain }) => ({
			'background-color': main,
			color: onMain,
			border: `2px solid ${main}`,
		}),
	},
	plain: {
		shape: 'border-radius:6px',
		colors: ({ card, text, line }) => ({
			'background-color': card,
			color: text,
			border: `2px solid ${line}`,
		}),
	},
	'on-filled': { colors: ({ onMain }) => ({ color: onMain }) },
	'on-plain': { colors: ({ text }) => ({ color: text }) },
} satisfies Record<string, Part>;

/** What a question is made of. */
export type PartName = keyof typeof parts;

/** The attributes that give an element its look. */
export type Dress = (part: PartName, more?: string) => string;

/** What a page has beside that, by selector. */
export const PAGE_PARTS: Record<string, Part> = {
	'.stop': {
		shape: 'border-radius:6px',
		colors: ({ stop, onStop }) => ({
			'background-color': stop,
			color: onStop,
			border: `2px solid ${stop}`,
		}),
	},
	textarea: {
		colors: ({ card, text, line }) => ({
			'background-color': card,
			color: text,
			border: `1px solid ${line}`,
		}),
	},
	':focus-visible': { colors: ({ main }) => ({ outline: `3px solid ${main}` }) },
};

/** For a page: its style sheet says how the part looks. */
export const classed: Dress = (part) => `class="${part}"`;

/**
 * For a mail: the light look stands at the element, as not all mail programs read style sheets; those
 * that do find the part by its class, and draw it dark.
 */
export const inlined: Dress = (part, more) => {
	const { shape, colors }: Part = parts[part];
	const style = [shape, written(colors?.(LIGHT) ?? {}), more].filter(Boolean).join(';');
	return `class="${part}" style="${style}"`;
};

/** The style sheet: light, and dark where the reader wants that, over what stands at an element. */
export function styleSheet(more: Record<string, Part> = {}): string {
	const all = Object.entries<Part>({
		...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`.${name}`, part])),
		...more,
	});
	const light = all.map(
		([selector, { shape, colors }]) =>
			`${selector}{${[shape, written(colors?.(LIGHT) ?? {})].filter(Boolean).join(';')}}`,
	);
	const dark = all.flatMap(([selector, { colors }]) =>
		colors ? [`${selector}{${written(colors(DARK), '!important')}}`] : [],
	);
	return [
		':root{color-scheme:light dark}',
		'pre{white-space:pre-wrap}',
		...light,
		`@media (prefers-color-scheme:dark){`,
		...dark,
		'}',
	].join('\n');
}

function written(declarations: Declarations, weight = ''): string {
	return Object.entries(declarations)
		.map(([property, value]) => `${property}:${value}${weight}`)
		.join(';');
}

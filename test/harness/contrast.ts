import { PLAIN_LOOK } from '../../nodes/shared/html/appearance';
import type { Color } from '../../nodes/shared/html/cssValues';
import { ElementStyles } from '../../nodes/shared/html/elementStyles';
import { scanHtml } from '../../nodes/shared/html/htmlTags';
import { Steps } from '../../nodes/shared/html/steps';

/** A text of a document, and the colours it is drawn in. */
export interface DrawnText {
	text: string;
	color: Color;
	background: Color;
}

const DARK = '@media (prefers-color-scheme:dark)';
/** Elements without an end tag, as far as mails and pages of this package have them. */
const VOID = new Set(['!doctype', 'meta', 'br']);

/** Every text of a document in light or dark; a field to write in counts as one, under its own name. */
export function drawnTexts(html: string, scheme: 'light' | 'dark'): DrawnText[] {
	const css = /<style[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
	const sheet = scheme === 'dark' ? css.replace(DARK, '@media all') : css;
	const styles = new ElementStyles(new Steps(Infinity));
	Array.from(styles.read(sheet));
	const open: Array<ReturnType<typeof styles.enter>> = [];
	const texts: DrawnText[] = [];
	const add = (text: string) => {
		const { color, background } = open.at(-1)?.look ?? PLAIN_LOOK;
		if (!color || !background) throw new Error(`Nobody can tell the colours of: ${text}`);
		texts.push({ text, color, background });
	};
	for (const part of scanHtml(html.slice(html.indexOf('<body')))) {
		if (typeof part === 'string') {
			if (part.trim() !== '') add(part.trim());
		} else if (part.isEnd) {
			open.pop();
		} else if (!VOID.has(part.name)) {
			open.push(styles.enter(part, open.at(-1)?.node, open.at(-1)?.look ?? PLAIN_LOOK));
			if (part.name === 'textarea') add('textarea');
			if (part.raw !== undefined) open.pop();
		}
	}
	return texts;
}

/** The same text where a mail program turns all colours around. */
export function inverted({ text, color, background }: DrawnText): DrawnText {
	const turned = ([red, green, blue, alpha]: Color): Color => [1 - red, 1 - green, 1 - blue, alpha];
	return { text, color: turned(color), background: turned(background) };
}

/** How well a text can be read, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast({ color, background }: DrawnText): number {
	const [light = 0, dark = 0] = [luminance(color), luminance(background)].sort((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Color): number {
	const [red = 0, green = 0, blue = 0] = color.map((share) =>
		share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

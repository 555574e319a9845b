import { splitCss } from './cssSyntax';
import type { Color } from './cssValues';
import { LINK, over, toColor, toPixels, USUAL_SIZE } from './cssValues';
import type { Of } from './placement';

/** Largest difference of each of the three colours that no eye tells apart: 16 of 255. */
export const SAME_SHADE = 16.5 / 255;

/** Whether letters of a colour can be told from what is behind them; undefined stands for what nobody can tell. */
export function differs(color: Color | undefined, ground: Color | undefined, opacity = 1): boolean {
	if (!color || !ground) return (color?.[3] ?? 1) * opacity > SAME_SHADE;
	const [red, green, blue, alpha] = color;
	const shown = over([red, green, blue, alpha * opacity], ground);
	return [0, 1, 2].some((part) => Math.abs((shown[part] ?? 0) - (ground[part] ?? 0)) > SAME_SHADE);
}

/** The colour behind the text; with `background-clip: text` (`isLetters`), the colour that fills the text. */
export function groundOf(
	of: Of,
	around: Color | undefined,
	letters: Color | undefined,
	own = 'transparent',
	ownImage = 'none',
) {
	const isLetters = of('background-clip') === 'text';
	const given = of('background-color', own);
	const color = toColor(given, letters);
	const image = of('background-image', ownImage);
	const stops = /^[a-z-]*gradient\(.*\)$/.test(image) ? stopsOf(image) : [];
	if (image !== 'none' && stops.length === 0) return { isLetters, color: undefined };
	const [first, ...others] = stops;
	if (first) {
		const isEven = others.every((stop) => !differs(stop, first));
		return { isLetters, color: isEven && first[3] === 1 ? first : undefined };
	}
	if (isLetters) return { isLetters, color };
	return { isLetters, color: color && (color[3] === 0 ? around : around && over(color, around)) };
}

function stopsOf(gradient: string): Color[] {
	return splitCss(gradient.replace(/^[^(]*\(|\)$/g, ''), ',').flatMap((stop) => {
		const color = toColor(splitCss(stop, ' ')[0] ?? '');
		return color ? [color] : [];
	});
}

/** A colour as it is written, of a link too; that of the element around where nothing is. */
export function colorOf(value: string | undefined, around: Color | undefined): Color | undefined {
	if (value === undefined) return around;
	return value === 'link' ? LINK : toColor(value, around);
}

/** How far away, or how blurred, a shadow is in which no letters are seen, in pixels. */
const FAR_AWAY = 900;

/** The colour of a shadow; undefined where none is seen. */
export function shadowOf(value: string, color: Color | undefined): Color | undefined {
	const parts = splitCss(splitCss(value, ',')[0] ?? '', ' ');
	const lengths = parts.map((part) => toPixels(part, { em: USUAL_SIZE, whole: NaN }) ?? 0);
	if (value === 'none' || lengths.some((length) => Math.abs(length) >= FAR_AWAY)) return undefined;
	const own = parts.map((part) => toColor(part, color));
	return own.find((part) => part !== undefined) ?? color;
}

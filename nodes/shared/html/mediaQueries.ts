import { isSupported } from './cssDeclarations';
import type { Certainty } from './cssSyntax';
import { splitCss } from './cssSyntax';
import { toPixels, USUAL_SIZE, WINDOW } from './cssValues';

/** What is known of a usual window: https://www.w3.org/TR/mediaqueries-5/ */
const FEATURES: Record<string, string> = {
	...{ orientation: 'landscape', 'prefers-color-scheme': 'light', grid: '0', scan: 'progressive' },
	...{ 'prefers-reduced-motion': 'no-preference', 'prefers-contrast': 'no-preference' },
	...{ 'forced-colors': 'none', 'inverted-colors': 'none', hover: 'hover', 'any-hover': 'hover' },
	...{ pointer: 'fine', 'any-pointer': 'fine', update: 'fast', 'display-mode': 'browser' },
};
const SIZES: Record<string, number> = {
	width: WINDOW.width,
	'device-width': WINDOW.width,
	height: WINDOW.height,
	'device-height': WINDOW.height,
};
/** Longest query that is read, and conditions in each other, at most. */
const MAX_QUERY = 300;
const MAX_DEPTH = 5;

/** Whether `@media` counts for a usual window on a screen. */
export function isMet(queries: string): Certainty {
	if (queries.length > MAX_QUERY) return 0.5;
	const list = splitCss(queries.replaceAll('/**/', ' ').trim().toLowerCase(), ',');
	return Math.max(...list.map(isQueryMet));
}

function isQueryMet(query: string): Certainty {
	if (query === '') return 1;
	const [, not, type, rest = ''] =
		/^(?:(not|only)\s+)?([a-z-]+)(?:\s+and\s+([^]+))?$/.exec(query) ?? [];
	if (type === undefined) return condition(query, isFeature);
	const whole = Math.min(
		type === 'all' || type === 'screen' ? 1 : 0,
		rest === '' ? 1 : condition(rest, isFeature),
	);
	return not === 'not' ? 1 - whole : whole;
}

/** Whether `@supports` counts in a browser of today. */
export function isProvided(of: string): Certainty {
	if (of.length > MAX_QUERY) return 0.5;
	return condition(of.replaceAll('/**/', ' ').trim().toLowerCase(), (text) => {
		const colon = text.indexOf(':');
		if (colon < 0) return 0.5;
		return isSupported(text.slice(0, colon).trim(), text.slice(colon + 1).trim()) ? 1 : 0;
	});
}

/** What stands in brackets, joined by `not`, `and` and `or`. */
function condition(text: string, test: (text: string) => Certainty, depth = 0): Certainty {
	if (depth > MAX_DEPTH) return 0.5;
	const words = splitCss(text, ' ').filter((word) => word !== '');
	if (words[0] === 'not') return 1 - condition(words.slice(1).join(' '), test, depth + 1);
	const parts = words
		.filter((word) => word !== 'and' && word !== 'or')
		.map((word) => {
			const inside = /^\(([^]*)\)$/.exec(word)?.[1]?.trim();
			// A function that nobody here knows, such as selector().
			if (inside === undefined) return 0.5;
			return /^(?:\(|not\s)/.test(inside) ? condition(inside, test, depth + 1) : test(inside);
		});
	return words.includes('or') ? Math.max(...parts) : Math.min(1, ...parts);
}

/** `max-width: 600px`, `width >= 600px`, `400px < width <= 900px`, `hover`. */
function isFeature(text: string): Certainty {
	const [first = '', ...others] = text.split(/\s*([<>]=?|=|:)\s*/);
	if (others.length === 0) return first in FEATURES || first in SIZES || first === 'color' ? 1 : 0;
	if (others[0] === ':') return isValue(first, others[1] ?? '');
	const isRight = (left: string, sign: string, right: string) => {
		const [low, high] = [left, right].map((side) => SIZES[side] ?? toLength(side));
		if (low === undefined || high === undefined) return false;
		if (sign.endsWith('=') && low === high) return true;
		return sign.startsWith('<') ? low < high : sign.startsWith('>') && low > high;
	};
	const [sign = '', middle = '', next, last = ''] = others;
	return isRight(first, sign, middle) && (next === undefined || isRight(middle, next, last))
		? 1
		: 0;
}

function isValue(name: string, value: string): Certainty {
	const bound = /^(?:min|max)-/.exec(name)?.[0];
	const size = SIZES[name.slice(bound?.length ?? 0)];
	if (size === undefined) {
		// Screens may be of any fineness and colour.
		if (/resolution|pixel-ratio|color|aspect/.test(name) && !(name in FEATURES)) return 0.5;
		return FEATURES[name] === value ? 1 : 0;
	}
	const length = toLength(value);
	if (length === undefined) return 0;
	if (bound === undefined) return size === length ? 1 : 0;
	return (bound === 'min-' ? size >= length : size <= length) ? 1 : 0;
}

function toLength(text: string): number | undefined {
	return toPixels(text, { em: USUAL_SIZE, whole: NaN });
}

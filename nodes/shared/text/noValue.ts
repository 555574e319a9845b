/** Quotes and brackets in which a word for nothing stands, and the full stop behind it. */
const AROUND = /^[\s"'`“”„‘’*_([{<]+|[\s"'`“”‘’*_)\]}>.!]+$/g;

/** Signs alone: a dash, dots, quotes with nothing in them. */
const SIGNS = /^(?:[-–—_.…]+|["'`“”„]{2})$/;

/** `Null`, `Nil` and `Na` are names. */
const NAMES = /^(?:Null|Nil|Na)$/;

const NONE =
	/^(?:null|undefined|none|nil|n\/?a|no value|not (?:applicable|specified|provided|given|set))$/i;

const LEFT = new RegExp(
	`^(?:${[
		'(?:(?:keep|leave)(?: it)? )?(?:unchanged|as (?:it )?is|as before|empty|blank|the same)',
		'no changes?|not changed|keep (?:current|existing)|same|same as (?:before|now|above)',
		'unknown|not (?:known|available)|tb[acd]|to be (?:determined|decided|defined|announced|confirmed)',
		'nothing|nobody|no ?one|any',
	].join('|')})$`,
	'i',
);

/** Longest text that may be such a word, with what stands around it, in characters. */
const MAX_LENGTH = 40;

function bare(text: string): string {
	const word = text.trim();
	return word.length > MAX_LENGTH ? '' : word.replace(AROUND, '').replace(/\s+/g, ' ');
}

/** Whether a text is a word or sign for no value, which nobody looks for either: `none`, `N/A`, `-`. */
export function isNone(text: string): boolean {
	if (SIGNS.test(text.trim())) return true;
	const word = bare(text);
	return NONE.test(word) && !NAMES.test(word);
}

/**
 * Whether a text is no value for a field that is written: as above, or a word for what stays or is not known, such
 * as `(unchanged)`, `same`, `TBD` and, for the field Location, `no location`.
 * @param label What the field is called.
 */
export function isLeftOpen(text: string, label = ''): boolean {
	const word = bare(text).toLowerCase();
	const [, missing = ''] = /^no (\S+)$/.exec(word) ?? [];
	const isOwn = missing !== '' && label.toLowerCase().split(/\W+/).includes(missing);
	return isOwn || isNone(text) || LEFT.test(word);
}

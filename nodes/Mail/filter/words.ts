import { someOccurrence } from './occurrences';

/** Signs after a name that compatibility folding would glue onto it as letters; and a blank of no width. */
const GLUED_SIGNS = /[\u2120\u2122\u200B]/g;
/** Signs that folding turns into letters, as № and ㎏: no part of the number beside them. */
const LETTER_SIGNS = /[\p{So}\p{Sc}]/gu;

/** Invisible format characters (soft hyphens, joiners, directions): not part of any word. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * What folding takes away: diacritics, Hebrew and Arabic points, tatweel, variation selectors. The
 * marks of scripts in which they make another letter (Japanese voicing, Indic vowels) stay.
 */
const ACCENTS = new RegExp(
	[
		'\\u0300-\\u036F',
		'\\u0591-\\u05C7',
		'\\u0640',
		'\\u064B-\\u065F',
		'\\u0670',
		'\\u1AB0-\\u1AFF',
		'\\u1DC0-\\u1DFF',
		'\\u20D0-\\u20FF',
		'\\uFE00-\\uFE0F',
		'\\uFE20-\\uFE2F',
	]
		.map((range) => `[${range}]`)
		.join('|'),
	'g',
);

/** Letters that carry their accent within, so that Unicode does not take it off. */
const PLAIN_LETTERS = new Map([
	['ß', 'ss'],
	['æ', 'ae'],
	['œ', 'oe'],
	['ø', 'o'],
	['đ', 'd'],
	['ð', 'd'],
	['þ', 'th'],
	['ł', 'l'],
	['ħ', 'h'],
	['ı', 'i'],
]);
const ACCENTED_LETTERS = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g');

/** Scripts written without blanks between words. */
const UNSPACED =
	'\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';

/** A word: letters and digits of any script; a run without blanks is kept apart from what adjoins it. */
const WORD = new RegExp(
	`(?:(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*)+|[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
	'gu',
);
const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, 'u');
const UNSPACED_END = new RegExp(`[${UNSPACED}]\\p{M}*$`, 'u');
const MARK = /^\p{M}/u;
const LETTER = /\p{L}/u;

/**
 * - `accents`: case, width, compatibility forms and accents are the same (text, names).
 * - `case`: case, width and compatibility forms are the same, accents are not (mail addresses).
 */
export type Folding = 'accents' | 'case';

/** Text in the form in which it is compared. */
export function foldText(text: string, folding: Folding): string {
	const visible = text
		.replace(GLUED_SIGNS, ' ')
		.replace(INVISIBLE, '')
		.replace(LETTER_SIGNS, (sign) => (LETTER.test(sign.normalize('NFKD')) ? ` ${sign} ` : sign));
	if (folding === 'case') return visible.normalize('NFKC').toLowerCase().normalize('NFC');
	return visible
		.normalize('NFKD')
		.toLowerCase()
		.normalize('NFKD')
		.replace(ACCENTS, '')
		.replace(ACCENTED_LETTERS, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
		.replace(/ς/g, 'σ')
		.normalize('NFC');
}

function wordsOf(text: string, folding: Folding): string[] {
	return foldText(text, folding).match(WORD) ?? [];
}

/** A text made ready for `holdsWords`: its folded words, each between two blanks. */
export function toSearchable(text: string, folding: Folding = 'accents'): string {
	return ` ${wordsOf(text, folding).join(' ')} `;
}

/** Words as they are looked for in a text made by `toSearchable`. */
export interface Needle {
	text: string;
	/** Ends inside a run without blanks: a mark that follows would make its last letter another one. */
	wholeLetter: boolean;
}

/** Words that have to stand in a text in this order, one after the other. */
export interface WordPattern {
	folded: Needle;
	/** The same with accents kept, for mail addresses. */
	accented: Needle;
}

/** The pattern of a value's words, or undefined where it has none. With `prefix` the last may go on. */
export function toWordPattern(value: string, prefix: boolean): WordPattern | undefined {
	const folded = wordsOf(value, 'accents');
	if (folded.length === 0) return undefined;
	return {
		folded: toNeedle(folded, prefix),
		accented: toNeedle(wordsOf(value, 'case'), prefix),
	};
}

/** A blank at either end stands for a word's boundary; scripts without blanks match inside. */
function toNeedle(words: string[], prefix: boolean): Needle {
	const start = UNSPACED_START.test(words[0] ?? '') ? '' : ' ';
	const wholeLetter = UNSPACED_END.test(words[words.length - 1] ?? '');
	const end = prefix || wholeLetter ? '' : ' ';
	return { text: `${start}${words.join(' ')}${end}`, wholeLetter };
}

/** Whether the words stand in a text made by `toSearchable` with the same folding. */
export function holdsWords(searchable: string, { text, wholeLetter }: Needle): boolean {
	// Two units: a mark outside the basic plane takes both.
	const isEnd = (end: number) => !wholeLetter || !MARK.test(searchable.slice(end, end + 2));
	return someOccurrence(searchable, text, isEnd);
}

import { normalizeText } from '../../shared/text/normalizeText';
import { shown, valueFault } from './error';
import { INVISIBLE } from './spellings';
import type { Value } from './token';

/** Signs after a name that compatibility folding would glue onto it as letters; and a blank of no width. */
const GLUED_SIGNS = /[\u2120\u2122\u200B]/g;
/** Apostrophes as telephones and Office write them, and the letter that stands for one. */
const APOSTROPHES = /[\u2018\u2019\u02BC]/g;
/** Signs that folding turns into letters, as № and ㎏: no part of the number beside them. */
const LETTER_SIGNS = /[\p{So}\p{Sc}]/gu;

/**
 * What folding takes away: diacritics, Hebrew and Arabic points, tatweel, variation selectors. The
 * marks of scripts in which they make another letter (Japanese voicing, Indic vowels) stay.
 */
const ACCENTS =
	/[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\u1DC0-\u1DFF\uFE00-\uFE0F\uFE20-\uFE2F\u1AB0-\u1AFF]|[\u20D0-\u20FF]|\u0640/g;

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
const UNSPACED_RUN = new RegExp(`(?:[${UNSPACED}]\\p{M}*)+`, 'gu');
const LETTER_WITH_MARKS = /[\p{L}\p{N}]\p{M}*/gu;
const LETTER = /\p{L}/u;

/**
 * - `accents`: case, width, compatibility forms and accents are the same (text, names).
 * - `case`: case, width and compatibility forms are the same, accents are not (mail addresses).
 */
type Folding = 'accents' | 'case';

/** Text in the form in which it is compared. */
export function foldText(text: string, folding: Folding): string {
	const visible = text
		.replace(GLUED_SIGNS, ' ')
		.replace(INVISIBLE, '')
		.replace(APOSTROPHES, "'")
		.replace(LETTER_SIGNS, (sign) => (LETTER.test(sign.normalize('NFKD')) ? ` ${sign} ` : sign));
	if (folding === 'case') {
		return normalizeText(normalizeText(visible, 'NFKC').toLowerCase(), 'NFC');
	}
	const folded = normalizeText(normalizeText(visible, 'NFKD').toLowerCase(), 'NFKD')
		.replace(ACCENTS, '')
		.replace(ACCENTED_LETTERS, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
		.replace(/ς/g, 'σ');
	return normalizeText(folded, 'NFC');
}

/**
 * The words of a text, folded, with a blank between two; in a run of a script without blanks each
 * letter stands between two hyphens, so that a part of the run is found, but no part of a letter.
 */
function joinWords(text: string, folding: Folding): string {
	const words = foldText(text, folding).match(WORD) ?? [];
	return words
		.join(' ')
		.replace(UNSPACED_RUN, (run) => `-${run.replace(LETTER_WITH_MARKS, '$&-')}`);
}

/** A text made ready for looking for the words of a `WordPattern`. */
export function toSearchable(text: string, folding: Folding = 'accents'): string {
	return ` ${joinWords(text, folding)} `;
}

/** Words that have to stand in a text in this order: what the text, made ready, has to include. */
export interface WordPattern {
	folded: string;
	/** The same with accents kept, for mail addresses. */
	accented: string;
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u;

/**
 * The words of a value, in its order; `word*` and `"two wor*"` are prefixes.
 *
 * @throws {SearchFilterError} On a `*` anywhere else, and on a value without a letter or digit: it would
 * match every mail.
 */
export function readWords(value: Value): WordPattern {
	const { text } = value;
	const star = text.indexOf('*');
	const isPrefix = star >= 0;
	const folded = joinWords(text, 'accents');
	if (folded === '') {
		throw valueFault(value, `${shown(text)} has no letter and no digit to look for.`);
	}
	if (isPrefix && star < text.length - 1) {
		const reason = 'a * can stand only at the end of a word, and only of the last one.';
		throw valueFault(value, `${shown(text)}: ${reason}`, star);
	}
	if (isPrefix && !ENDS_IN_WORD.test(text.slice(0, star))) {
		throw valueFault(value, `${shown(text)}: a * has to follow a letter or digit directly.`, star);
	}
	return {
		folded: addBoundaries(folded, isPrefix),
		accented: addBoundaries(joinWords(text, 'case'), isPrefix),
	};
}

/** Adds a blank at either end where a word has to begin or end; a run without blanks has hyphens there. */
function addBoundaries(words: string, prefix: boolean): string {
	const start = words.startsWith('-') ? '' : ' ';
	const end = prefix || words.endsWith('-') ? '' : ' ';
	return start + words + end;
}

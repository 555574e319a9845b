/** Marks, with the half-width ones of Japanese, which Unicode counts as letters. */
const MARKS = '[\\p{M}\\uFF9E\\uFF9F]';

/**
 * More marks in a row than any text has, of which the first thirty stay: normalization sorts them, in a
 * time that grows with the square of their number.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const SURPLUS_MARKS = new RegExp(`(?<!${MARKS})(${MARKS}{30})${MARKS}+`, 'gu');

/** The text in one of Unicode's normal forms, in a time that grows with its length alone. */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
	return text.replace(SURPLUS_MARKS, '$1').normalize(form);
}

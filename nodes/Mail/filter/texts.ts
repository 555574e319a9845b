import { shown, valueFault } from './error';
import type { Value } from './token';
import type { WordPattern } from './words';
import { toWordPattern } from './words';

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
	const pattern = toWordPattern(text, star >= 0);
	if (!pattern) throw valueFault(value, `${shown(text)} has no letter and no digit to look for.`);
	if (star < 0) return pattern;
	if (star < text.length - 1) {
		const reason = 'a * can stand only at the end of a word, and only of the last one.';
		throw valueFault(value, `${shown(text)}: ${reason}`, star);
	}
	if (!ENDS_IN_WORD.test(text.slice(0, star))) {
		throw valueFault(value, `${shown(text)}: a * has to follow a letter or digit directly.`, star);
	}
	return pattern;
}

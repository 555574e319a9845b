import type { FilterFault } from './error';
import { shown } from './error';
import type { Restriction } from './restriction';
import { valueFault } from './restriction';
import type { WordPattern } from './words';
import { toWordPattern } from './words';

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u;
/** What programming languages write for the connectives; only for the nearest valid form. */
const CONNECTIVES = new Map([
	['&', 'AND'],
	['&&', 'AND'],
	['|', 'OR'],
	['||', 'OR'],
	['!', 'NOT'],
]);

/**
 * The words of a value, in its order; `word*` and `"two wor*"` are prefixes.
 *
 * @throws {FilterFault} On a `*` anywhere else, and on a value without a letter or digit.
 */
export function readWords(restriction: Restriction): WordPattern {
	const { text } = restriction.value;
	const star = text.indexOf('*');
	const pattern = toWordPattern(text, star >= 0);
	if (!pattern) throw emptyFault(restriction);
	if (star < 0) return pattern;
	const before = text.slice(0, star);
	const bare = text.replaceAll('*', '').trim();
	if (star < text.length - 1) {
		const values = ENDS_IN_WORD.test(before) ? [`${before}*`, bare] : [`${bare}*`, bare];
		const each = text.split(/\s+/).map((word) => restriction.written + word);
		throw valueFault(
			restriction,
			`${shown(text)}: a * can stand only at the end of a word, and only of the last one.`,
			{
				offset: star,
				// A phrase without its last words would find more than was asked for.
				...(/^\*\s/.test(text.slice(star)) ? { whole: [`(${each.join(' AND ')})`] } : { values }),
			},
		);
	}
	if (!ENDS_IN_WORD.test(before)) {
		throw valueFault(restriction, `${shown(text)}: a * has to follow a letter or digit directly.`, {
			offset: star,
			values: [`${toLastWord(before)}*`, bare],
		});
	}
	return pattern;
}

/** An emoji or punctuation alone would match every mail. */
function emptyFault(restriction: Restriction): FilterFault {
	const { value, written, rest } = restriction;
	const reason = `${shown(value.text)} has no letter and no digit to look for.`;
	const isAlone = written === '' && !value.quoted;
	const blanks = /^\s+(?=\S)/.exec(rest)?.[0].length ?? 0;
	if (isAlone && /^[-+!]$/.test(value.text) && blanks > 0) {
		return valueFault(restriction, reason, { whole: [value.text], extra: blanks });
	}
	const connective = isAlone ? CONNECTIVES.get(value.text) : undefined;
	return valueFault(restriction, reason, { whole: [connective ?? ''] });
}

/** The text up to its last letter or digit. */
function toLastWord(text: string): string {
	const characters = [...text];
	while (!ENDS_IN_WORD.test(characters[characters.length - 1] ?? 'x')) characters.pop();
	return characters.join('');
}

import type { Operator } from './properties';
import type { Repair } from './repairs';
import { toRepair } from './repairs';

/** Characters that an editor or an input method puts where the syntax has another one. */
const LOOKALIKES = new Map([
	...[...'“”„‟«»＂'].map((quote) => [quote, '"'] as const),
	['（', '('],
	['）', ')'],
	['＊', '*'],
]);
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'g');

/** The filter with the syntax's own characters, each at the place of the one that was written. */
export function replaceLookalikes(written: string, repairs: Repair[]): string {
	return written.replace(LOOKALIKE, (found, start: number) => {
		const text = LOOKALIKES.get(found) ?? found;
		const reason = `${found} is not ${text}; the syntax knows only the latter.`;
		repairs.push(toRepair(reason, { start, end: start + 1 }, text));
		return text;
	});
}

/** Signs; with what stands for "not" elsewhere, and the longer dashes that editors make of `-`. */
export const SIGN = /^[-+!‐-―−－]/;

/** A property's name and its operator, in each of the spellings of `OPERATORS`. */
export const PROPERTY = /([\p{L}_][\p{L}\p{M}\p{N}_.-]*)(<>|<=|>=|!=|[:=<>：＝＜＞≠≤≥])/uy;
/** The operators, in full width and as they are spelled elsewhere too. */
export const OPERATORS = new Map<string, Operator>([
	...([':', '=', '<>', '<=', '>=', '<', '>'] as const).map((each) => [each, each] as const),
	['：', ':'],
	['＝', '='],
	['＜', '<'],
	['＞', '>'],
	['!=', '<>'],
	['≠', '<>'],
	['≤', '<='],
	['≥', '>='],
]);
/** `a!=b` is no attempt at a property, unlike `a:b`. */
export const FOREIGN_OPERATOR = /^(?:!=|[≠≤≥])$/;

/** Direction marks, soft hyphens, joiners and the like, which come along with copied text: no part of any word. */
export const INVISIBLE = /\p{Cf}/gu;

/** Letters, digits and signs in full width: https://www.unicode.org/charts/PDF/UFF00.pdf */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

/** The text with its full-width characters as ASCII has them, each at its place. */
export function toHalfWidth(text: string): string {
	return text.replace(FULL_WIDTH, (character) => character.normalize('NFKC'));
}

/** A word that may be an operator, without what makes no difference to the eye. */
export function toPlainWord(word: string): string {
	return word.normalize('NFKC').replace(INVISIBLE, '');
}

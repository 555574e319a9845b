import { SearchFilterError, shown } from './error';
import type { Repair } from './repairs';
import { toRepair } from './repairs';
import { toPlainWord } from './spellings';
import type { Token } from './token';

/**
 * Reads `and`, `or` and `not` as operators where they can hardly be meant as words: `and` and `or`
 * between two terms, `not` before a term. As words they would keep the filter from ever holding,
 * because hardly any mail has them. In quotes, directly after a property or a sign, and alone they are
 * words.
 *
 * @throws {SearchFilterError} On `and` or `or` between an operator and a term.
 */
export function readConnectives(tokens: readonly Token[], repairs: Repair[]): Token[] {
	const read: Token[] = [];
	for (const [index, token] of tokens.entries()) {
		const kind = isBeforeTerm(tokens, index) ? connectiveAt(token, read.at(-1)) : undefined;
		if (kind === undefined) {
			read.push(token);
			continue;
		}
		repairs.push(toRepair(reasonFor(kind), token, kind.toUpperCase()));
		read.push({ kind, start: token.start, end: token.end });
	}
	return read;
}

/** Which operator the token is meant as, being before a term; `before` is what stands in front of it. */
function connectiveAt(token: Token, before: Token | undefined): 'and' | 'or' | 'not' | undefined {
	if (token.kind !== 'value' || token.quoted) return undefined;
	const word = toPlainWord(token.text).toLowerCase();
	if (word !== 'and' && word !== 'or' && word !== 'not') return undefined;
	switch (before?.kind) {
		case 'minus':
		case 'plus':
			return undefined;
		case 'property':
			return before.free && word === 'not' ? word : undefined;
		case undefined:
		case 'open':
			return word === 'not' ? word : undefined;
		case 'value':
		case 'close':
			return word;
		case 'and':
		case 'or':
		case 'not':
			if (word === 'not') return word;
			throw new SearchFilterError(reasonFor(word), token.start);
	}
}

function isBeforeTerm(tokens: readonly Token[], index: number): boolean {
	const next = tokens[index + 1]?.kind;
	return next !== undefined && next !== 'close' && next !== 'and' && next !== 'or';
}

function reasonFor(word: string): string {
	return `${shown(word)} as an operator has to be ${word.toUpperCase()}, in capital letters; to search for the word, put it in quotes.`;
}

import { FilterFault } from './error';
import type { Operator, Property } from './properties';
import { lookUpProperty } from './properties';
import {
	foreignOperator,
	misplacedOperator,
	operatorInValue,
	signedValue,
	unknownOperator,
	unknownProperty,
} from './refusals';
import type { Value } from './restriction';

interface Span {
	start: number;
	end: number;
}

export type Token = Value | PropertyToken | MarkToken;

/** `subject:`, `size>=`; its value is what follows, unless a blank stands between (`free`). */
export interface PropertyToken extends Span {
	kind: 'property';
	property: Property;
	operator: Operator;
	free: boolean;
}

/** `-` and `+` are signs only where they stand directly before what they refer to. */
export interface MarkToken extends Span {
	kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'plus';
}

const BLANKS = /\s+/y;
/** What may stand together outside quotes. */
const CHUNK = /[^\s()"]+/y;
const PHRASE = /"([^"]*)"(\*?)/y;
const PROPERTY = /([\p{L}_][\p{L}\p{M}\p{N}_.-]*)(<>|<=|>=|[:=<>：＝＜＞])/uy;

const CONNECTIVES = new Map<string, MarkToken['kind']>([
	['AND', 'and'],
	['OR', 'or'],
	['NOT', 'not'],
]);
/** Operators of KQL that rank or measure distances; there is nothing to rank in a single mail. */
const UNSUPPORTED = new Set(['NEAR', 'ONEAR', 'WORDS', 'XRANK']);
/** The beginnings of subjects that mail programs write; no property is meant. */
const REPLY_PREFIX = /^(?:re|fwd?):$/i;

/** Characters that an editor or an input method puts where the syntax has another one. */
const LOOKALIKES = new Map([
	...[...'“”„‟«»＂'].map((quote) => [quote, '"'] as const),
	['（', '('],
	['）', ')'],
	['＊', '*'],
]);
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`);
const QUOTE_LOOKALIKE = /[“”„‟«»＂]/;
/** What stands for "not" elsewhere, and the longer dashes that editors make of `-`. */
const MINUS_LOOKALIKE = /^[!‐-―−－]/;
/** Direction marks, zero-width blanks and the like, which come along with copied text. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * The pieces of a filter in their order, `close` always after its `open`.
 *
 * @throws {FilterFault} On what can be no piece of a filter, wherever it stands.
 */
export function readTokens(text: string): Token[] {
	const tokens: Token[] = [];
	let position = 0;
	while (position < text.length) {
		const read = readToken(text, position, tokens[tokens.length - 1]);
		if (read.token) tokens.push(read.token);
		position = read.end;
	}
	return tokens;
}

interface Read {
	token?: Token;
	end: number;
}

function readToken(text: string, start: number, last: Token | undefined): Read {
	const blanks = match(BLANKS, text, start);
	if (blanks) return { end: start + blanks[0].length };
	const character = text[start];
	if (character === '(' || character === ')') {
		return mark(character === '(' ? 'open' : 'close', start, 1);
	}
	if (character === '"') return readPhrase(text, start, last);
	const chunk = match(CHUNK, text, start)?.[0] ?? '';
	refuseLookalikes(text, start, chunk);
	refuseInvisible(start, chunk);
	if (last?.kind === 'property' && !last.free) {
		refuseOperatorAsValue(text, start, chunk, last);
		return readWord(start, chunk);
	}
	return readOperator(text, start, chunk, last) ?? readWord(start, chunk);
}

function mark(kind: MarkToken['kind'], start: number, length: number): Read {
	return { token: { kind, start, end: start + length }, end: start + length };
}

function match(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
	pattern.lastIndex = position;
	return pattern.exec(text);
}

function readPhrase(text: string, start: number, last: Token | undefined): Read {
	const phrase = match(PHRASE, text, start);
	if (!phrase) {
		throw new FilterFault('This quotation mark has no second one that closes it.', start, [
			{ start, end: text.length, text: `${text.slice(start)}"` },
			{ start, end: start + 1, text: '' },
		]);
	}
	refuseLookalikes(text, start, phrase[0]);
	const end = start + phrase[0].length;
	if (last?.kind === 'value' && last.end === start) throw missingBlank(start);
	if (end < text.length && /[^\s()]/.test(text[end] ?? '')) throw missingBlank(end);
	const value = `${phrase[1] ?? ''}${phrase[2] ?? ''}`;
	return { token: { kind: 'value', text: value, quoted: true, start, end }, end };
}

function missingBlank(position: number): FilterFault {
	return new FilterFault('A blank is missing before or after a quotation mark.', position, [
		{ start: position, end: position, text: ' ' },
	]);
}

function refuseLookalikes(text: string, start: number, piece: string): void {
	const at = piece.search(LOOKALIKE);
	if (at < 0) return;
	const found = piece[at] ?? '';
	const position = start + at;
	const plain = LOOKALIKES.get(found) ?? '';
	const isPair = plain === '"' && piece[0] !== '"';
	const second = isPair ? text.slice(position + 1).search(QUOTE_LOOKALIKE) : -1;
	const end = position + 1 + (second + 1);
	throw new FilterFault(`${found} is not ${plain}; the syntax knows only the latter.`, position, [
		{
			start: position,
			end,
			text: [...text.slice(position, end)].map((each) => LOOKALIKES.get(each) ?? each).join(''),
		},
		{ start: position, end: position + 1, text: '' },
	]);
}

/** It would turn a property or a sign behind it into a word, and nobody would see why. */
function refuseInvisible(start: number, chunk: string): void {
	const at = chunk.search(INVISIBLE);
	if (at < 0) return;
	const plain = chunk.replace(INVISIBLE, '');
	const name = match(PROPERTY, plain, 0)?.[0].length ?? 0;
	if (at > 0 && at >= name) return;
	throw new FilterFault('An invisible character stands here; take it out.', start + at, [
		{ start, end: start + chunk.length, text: plain },
	]);
}

function refuseOperatorAsValue(
	text: string,
	start: number,
	chunk: string,
	last: PropertyToken,
): void {
	if (/^[:=<>]/.test(chunk)) throw operatorInValue(text, start, chunk, last);
	const connective = CONNECTIVES.has(chunk) ? chunk : undefined;
	const sign = chunk.startsWith('-') ? '-' : MINUS_LOOKALIKE.exec(chunk)?.[0];
	const found = connective ?? sign;
	if (found !== undefined) throw signedValue(text, start, found, last);
}

/** What a chunk that is no value begins with; undefined where it is a word. */
function readOperator(text: string, start: number, chunk: string, last?: Token): Read | undefined {
	const signed = (last?.kind === 'minus' || last?.kind === 'plus') && last.end === start;
	const sign = /^[-+]/.exec(chunk)?.[0] ?? MINUS_LOOKALIKE.exec(chunk)?.[0];
	if (sign !== undefined) return readSign(text, start, sign, signed);
	const plain = chunk.normalize('NFKC').replace(/\p{Cf}/gu, '');
	const connective = CONNECTIVES.get(plain);
	if (UNSUPPORTED.has(plain)) throw unknownOperator(text, start, plain, chunk.length);
	if (connective && (signed || plain !== chunk)) {
		throw new FilterFault(`${plain} has to stand alone, in capital letters.`, start, [
			{ start, end: start + chunk.length, text: plain === chunk ? plain.toLowerCase() : plain },
		]);
	}
	if (connective) return mark(connective, start, chunk.length);
	if (/^[:=<>]/.test(chunk)) throw misplacedOperator(text, start, chunk, last);
	return REPLY_PREFIX.test(chunk) ? undefined : readProperty(text, start, chunk);
}

function readSign(text: string, start: number, sign: string, signed: boolean): Read | undefined {
	const next = text[start + sign.length] ?? '';
	// Alone it is a value without a letter, and is refused as such.
	if (/^[\s)]?$/.test(next)) return undefined;
	if (signed) {
		throw new FilterFault('One sign is enough.', start, [{ start, end: start + 1, text: '' }]);
	}
	if (sign !== '-' && sign !== '+') {
		throw new FilterFault(`${sign} is not -; write - to leave mail out.`, start, [
			{ start, end: start + sign.length, text: '-' },
		]);
	}
	return mark(sign === '-' ? 'minus' : 'plus', start, 1);
}

function readProperty(text: string, start: number, chunk: string): Read | undefined {
	const found = match(PROPERTY, text, start);
	const [written = '', name = '', operator = ''] = found ?? [];
	const foreign = foreignOperator(start, chunk);
	if (foreign) throw foreign;
	if (!found) return undefined;
	const property = lookUpProperty(name);
	if (!property) throw unknownProperty(start, name, chunk);
	const end = start + written.length;
	const known = OPERATORS.find((each) => each === operator);
	if (!known) {
		throw new FilterFault(`${operator} is not an operator; write it in half width.`, end - 1, [
			{ start: end - 1, end, text: operator.normalize('NFKC') },
		]);
	}
	const free = end === text.length || /[\s)]/.test(text[end] ?? '');
	return { token: { kind: 'property', property, operator: known, free, start, end }, end };
}

const OPERATORS: Operator[] = [':', '=', '<>', '<=', '>=', '<', '>'];

function readWord(start: number, chunk: string): Read {
	const end = start + chunk.length;
	const word: Value = { kind: 'value', text: chunk, quoted: false, start, end };
	return { token: word, end };
}

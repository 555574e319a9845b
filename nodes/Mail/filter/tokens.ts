import { SearchFilterError, shown } from './error';
import { lookUpProperty, whyUnknown } from './properties';
import type { Repair } from './repairs';
import { toRepair } from './repairs';
import {
	FOREIGN_OPERATOR,
	INVISIBLE,
	OPERATORS,
	PROPERTY,
	replaceLookalikes,
	SIGN,
	toPlainWord,
} from './spellings';
import type { MarkToken, PropertyToken, Token } from './token';

const BLANKS = /\s+/y;
/** What may stand together outside quotes. */
const CHUNK = /[^\s()"]+/y;
const PHRASE = /"([^"]*)"(\*?)/y;
const OPERATOR_START = /^(?:<>|<=|>=|[:=<>])/;

const CONNECTIVES = new Map<string, MarkToken['kind']>([
	['AND', 'and'],
	['OR', 'or'],
	['NOT', 'not'],
]);
/** Operators of KQL that rank or measure distances; there is nothing to rank in a single mail. */
const UNSUPPORTED = new Set(['NEAR', 'ONEAR', 'WORDS', 'XRANK']);
/** The beginnings of subjects that mail programs write; no property is meant. */
const REPLY_PREFIX = /^(?:re|fwd?):$/i;

/** A blank at the beginning, or syntax that could stand outside quotes: the phrase may be meant to end earlier. */
const MORE_THAN_WORDS = /^\s|[():=<>]|(?:^|\s)(?:[-+]|(?:and|or|not)(?!\S))/i;

/**
 * The pieces of a filter in their order, read as the repairs that it adds make them.
 *
 * @throws {SearchFilterError} On what can be no piece of a filter, wherever it stands.
 */
export function readTokens(text: string, repairs: Repair[]): Token[] {
	return new TokenReader(text, replaceLookalikes(text, repairs), repairs).read();
}

class TokenReader {
	private readonly tokens: Token[] = [];
	private at = 0;

	/** @param text What was written, with all lookalikes replaced. */
	constructor(
		private readonly written: string,
		private readonly text: string,
		private readonly repairs: Repair[],
	) {}

	read(): Token[] {
		while (this.at < this.text.length) this.readToken();
		return this.tokens;
	}

	private readToken(): void {
		const { text, at } = this;
		const blanks = this.match(BLANKS)?.[0];
		if (blanks !== undefined) this.at += blanks.length;
		else if (text[at] === '(') this.mark('open', 1);
		else if (text[at] === ')') this.mark('close', 1);
		else if (text[at] === '"') this.readPhrase();
		else this.readChunk(this.match(CHUNK)?.[0] ?? '');
	}

	private readChunk(chunk: string): void {
		const last = this.tokens.at(-1);
		this.refuseInvisible(chunk);
		const isSyntax =
			last?.kind === 'property' && !last.free
				? this.readBeforeValue(chunk, last)
				: this.readSyntax(chunk, last);
		if (isSyntax) return;
		const [start, end] = [this.at, this.at + chunk.length];
		this.push({ kind: 'value', text: chunk, quoted: false, start, end });
	}

	private readPhrase(): void {
		const { text, at: start } = this;
		const [whole = '', words = '', star = ''] = this.match(PHRASE) ?? this.closePhrase();
		const end = start + whole.length;
		const second = start + words.length + 1;
		if (this.isTypographic(start) !== this.isTypographic(second)) {
			throw new SearchFilterError('These two quotation marks are no pair.', second);
		}
		const last = this.tokens.at(-1);
		const isGlued = last?.kind === 'value' && last.end === start;
		if (isGlued || /^[^\s()]/.test(text.slice(end, end + 1))) {
			const reason = 'A blank is missing before or after a quotation mark.';
			throw new SearchFilterError(reason, isGlued ? start : end);
		}
		this.push({ kind: 'value', text: words + star, quoted: true, start, end });
	}

	/** What is left, as a phrase, where nothing in it can be meant to stand outside. */
	private closePhrase(): string[] {
		const reason = 'The closing quotation mark is missing.';
		const words = this.text.slice(this.at + 1);
		if (this.isTypographic(this.at) || MORE_THAN_WORDS.test(words)) {
			throw new SearchFilterError(reason, this.at);
		}
		const end = this.text.length;
		this.repairs.push({ reason, position: this.at, edits: [{ start: end, end, text: '"' }] });
		return [`"${words}`, words];
	}

	private isTypographic(index: number): boolean {
		return this.written[index] !== this.text[index];
	}

	/** Refuses an invisible character before or in a property or sign: that would become a word, and nobody would see why. */
	private refuseInvisible(chunk: string): void {
		const found = chunk.search(INVISIBLE);
		if (found < 0) return;
		PROPERTY.lastIndex = 0;
		const name = PROPERTY.exec(chunk.replace(INVISIBLE, ''))?.[0].length ?? 0;
		if (found > 0 && found >= name) return;
		const reason = 'An invisible character stands here; delete this piece and type it anew.';
		throw new SearchFilterError(reason, this.at + found);
	}

	/** `subject:-spam` or `subject:NOT spam` would look for what was meant to be left out. */
	private readBeforeValue(chunk: string, token: PropertyToken): boolean {
		const operator = OPERATOR_START.exec(chunk)?.[0];
		if (operator !== undefined) throw this.fault(`A value cannot begin with ${shown(operator)}.`);
		if (chunk === 'AND' || chunk === 'OR') {
			throw this.fault(`${chunk} is not a value; for the word, use small letters.`);
		}
		const sign = SIGN.exec(chunk)?.[0];
		if (chunk !== 'NOT' && (sign === undefined || sign === '+')) return false;
		const reason = `${sign ? `A ${sign}` : chunk} stands before the property, not before its value.`;
		const { start } = token;
		const { kind } = token.property;
		if (
			chunk === 'NOT' ||
			sign === '!' ||
			this.isEnd(this.at + 1) ||
			isSigned(this.tokens.at(-2), start) ||
			kind === 'date' ||
			kind === 'size'
		) {
			throw this.fault(reason);
		}
		this.repairs.push({
			reason,
			position: this.at,
			edits: [
				{ start, end: start, text: '-' },
				{ start: this.at, end: this.at + 1, text: '' },
			],
		});
		this.tokens.splice(-1, 0, { kind: 'minus', start, end: start });
		this.at += 1;
		return true;
	}

	/** Reads the sign, connective or property that a chunk begins with; false where the chunk is a word. */
	private readSyntax(chunk: string, last: Token | undefined): boolean {
		const sign = SIGN.exec(chunk)?.[0];
		if (sign !== undefined) return this.readSign(sign, isSigned(last, this.at));
		const plain = toPlainWord(chunk);
		if (UNSUPPORTED.has(plain)) {
			throw this.fault(
				`${plain} is not supported. Use AND or OR, or write the word in small letters.`,
			);
		}
		const kind = CONNECTIVES.get(plain);
		if (kind) {
			const reason = `${plain} has to stand alone, in plain capital letters.`;
			if (isSigned(last, this.at)) throw this.fault(reason);
			if (plain !== chunk) this.repair(reason, this.at, chunk.length, plain);
			this.mark(kind, chunk.length);
			return true;
		}
		const operator = OPERATOR_START.exec(chunk)?.[0];
		if (operator !== undefined) {
			throw this.fault(
				`${shown(operator)} needs a property directly before it and a value directly after it.`,
			);
		}
		return !REPLY_PREFIX.test(chunk) && this.readProperty();
	}

	private readSign(sign: string, isSecond: boolean): boolean {
		// Alone it is a value without a letter, and is refused as such.
		if (this.isEnd(this.at + 1)) return false;
		if (isSecond) throw this.fault('One sign is enough.');
		const reason = `${sign} is not -, the sign that leaves mail out.`;
		if (sign === '!') throw this.fault(reason);
		if (sign !== '-' && sign !== '+') this.repair(reason, this.at, 1, '-');
		this.mark(sign === '+' ? 'plus' : 'minus', 1);
		return true;
	}

	private readProperty(): boolean {
		const start = this.at;
		const [whole = '', name = '', sign = ''] = this.match(PROPERTY) ?? [];
		const plain = name.normalize('NFKC');
		const property = lookUpProperty(plain);
		const operator = OPERATORS.get(sign);
		if (!operator || (!property && FOREIGN_OPERATOR.test(sign))) return false;
		if (!property) throw this.fault(whyUnknown(name));
		const end = start + whole.length;
		if (plain !== name) {
			this.repair(`${shown(name)} has to be written in half width.`, start, name.length, plain);
		}
		if (operator !== sign) {
			const reason = `${sign} is written ${operator} here.`;
			this.repair(reason, end - sign.length, sign.length, operator);
		}
		this.push({ kind: 'property', property, operator, free: this.isEnd(end), start, end });
		return true;
	}

	/** Whether nothing is attached to what ends here. */
	private isEnd(place: number): boolean {
		return /^[\s)]?$/.test(this.text[place] ?? '');
	}

	private match(pattern: RegExp): RegExpExecArray | null {
		pattern.lastIndex = this.at;
		return pattern.exec(this.text);
	}

	private mark(kind: MarkToken['kind'], length: number): void {
		this.push({ kind, start: this.at, end: this.at + length });
	}

	private push(token: Token): void {
		this.tokens.push(token);
		this.at = token.end;
	}

	private fault(reason: string): SearchFilterError {
		return new SearchFilterError(reason, this.at);
	}

	private repair(reason: string, start: number, length: number, text: string): void {
		this.repairs.push(toRepair(reason, { start, end: start + length }, text));
	}
}

/** Whether a sign stands directly before the place. */
function isSigned(before: Token | undefined, place: number): boolean {
	return (before?.kind === 'minus' || before?.kind === 'plus') && before.end === place;
}

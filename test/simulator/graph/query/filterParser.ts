import { badRequest } from '../problem';

export type Literal =
	| { type: 'string'; value: string }
	| { type: 'number'; value: number }
	| { type: 'boolean'; value: boolean }
	/** Milliseconds. */
	| { type: 'date'; value: number }
	| { type: 'null'; value: null };

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type TextTest = 'contains' | 'startswith' | 'endswith';

export type FilterNode =
	| { kind: 'and' | 'or'; left: FilterNode; right: FilterNode }
	| { kind: 'not'; inner: FilterNode }
	| { kind: 'compare'; operator: Comparison; path: string[]; literal: Literal }
	| { kind: 'text'; test: TextTest; path: string[]; value: string }
	| { kind: 'any' | 'all'; path: string[]; variable: string; inner: FilterNode }
	| { kind: 'truth'; path: string[] };

const TOKEN =
	/\s*(?:(?<string>'(?:[^']|'')*')|(?<date>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_@][\w.@]*(?:\/[A-Za-z_][\w.]*)*)|(?<sign>[(),:]))/y;

interface Token {
	kind: 'string' | 'date' | 'number' | 'word' | 'sign';
	text: string;
	at: number;
}

function invalid(text: string): Error {
	// Code for filters that cannot be read or run (fact: error-codes).
	return badRequest(text, 'ErrorInvalidUrlQueryFilter');
}

function readTokens(text: string): Token[] {
	const tokens: Token[] = [];
	let position = 0;
	while (text.slice(position).trim() !== '') {
		TOKEN.lastIndex = position;
		const match = TOKEN.exec(text);
		if (match === null) {
			throw invalid(`Invalid filter clause: syntax error at position ${position} in '${text}'.`);
		}
		const found = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined);
		for (const kind of ['string', 'date', 'number', 'word', 'sign'] as const) {
			if (found?.[0] === kind) tokens.push({ kind, text: found[1] ?? '', at: position });
		}
		position = TOKEN.lastIndex;
	}
	return tokens;
}

const COMPARISONS: Comparison[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const TEXT_TESTS: TextTest[] = ['contains', 'startswith', 'endswith'];

class FilterParser {
	private position = 0;

	constructor(
		private readonly text: string,
		private readonly tokens: Token[],
	) {}

	parse(): FilterNode {
		const node = this.parseOr();
		if (this.position < this.tokens.length) throw this.unexpected();
		return node;
	}

	private parseOr(): FilterNode {
		let left = this.parseAnd();
		while (this.takeWord('or')) left = { kind: 'or', left, right: this.parseAnd() };
		return left;
	}

	private parseAnd(): FilterNode {
		let left = this.parseNot();
		while (this.takeWord('and')) left = { kind: 'and', left, right: this.parseNot() };
		return left;
	}

	private parseNot(): FilterNode {
		return this.takeWord('not') ? { kind: 'not', inner: this.parseNot() } : this.parsePrimary();
	}

	private parsePrimary(): FilterNode {
		if (this.takeSign('(')) {
			const inner = this.parseOr();
			this.expectSign(')');
			return inner;
		}
		const token = this.next('word');
		const test = TEXT_TESTS.find((name) => name === token.text);
		if (test !== undefined && this.takeSign('(')) return this.parseTextTest(test);
		const lambda = /^(.+)\/(any|all)$/.exec(token.text);
		if (lambda !== null && this.takeSign('(')) {
			return this.parseLambda(lambda[1] ?? '', lambda[2] === 'all' ? 'all' : 'any');
		}
		const path = token.text.split('/');
		const operator = COMPARISONS.find((name) => this.peek()?.text === name);
		if (operator === undefined) return { kind: 'truth', path };
		this.position += 1;
		return { kind: 'compare', operator, path, literal: this.parseLiteral() };
	}

	private parseTextTest(test: TextTest): FilterNode {
		const path = this.next('word').text.split('/');
		this.expectSign(',');
		const value = this.next('string').text;
		this.expectSign(')');
		return { kind: 'text', test, path, value: unquote(value) };
	}

	private parseLambda(path: string, kind: 'any' | 'all'): FilterNode {
		const variable = this.next('word').text;
		this.expectSign(':');
		const inner = this.parseOr();
		this.expectSign(')');
		return { kind, path: path.split('/'), variable, inner };
	}

	private parseLiteral(): Literal {
		const token = this.peek();
		if (token === undefined) throw this.unexpected();
		this.position += 1;
		switch (token.kind) {
			case 'string':
				return { type: 'string', value: unquote(token.text) };
			case 'number':
				return { type: 'number', value: Number(token.text) };
			case 'date':
				return { type: 'date', value: this.toTime(token.text) };
			default:
				if (token.text === 'true' || token.text === 'false') {
					return { type: 'boolean', value: token.text === 'true' };
				}
				if (token.text === 'null') return { type: 'null', value: null };
				this.position -= 1;
				throw this.unexpected();
		}
	}

	private toTime(text: string): number {
		const time = Date.parse(
			/T/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/.test(text) ? `${text}Z` : text,
		);
		if (Number.isNaN(time)) throw invalid(`Unrecognized 'Edm.DateTimeOffset' literal '${text}'.`);
		return time;
	}

	private peek(): Token | undefined {
		return this.tokens[this.position];
	}

	private next(kind: Token['kind']): Token {
		const token = this.peek();
		if (token?.kind !== kind) throw this.unexpected();
		this.position += 1;
		return token;
	}

	private takeWord(word: string): boolean {
		const found = this.peek()?.kind === 'word' && this.peek()?.text === word;
		if (found) this.position += 1;
		return found;
	}

	private takeSign(sign: string): boolean {
		const found = this.peek()?.kind === 'sign' && this.peek()?.text === sign;
		if (found) this.position += 1;
		return found;
	}

	private expectSign(sign: string): void {
		if (!this.takeSign(sign)) throw this.unexpected();
	}

	private unexpected(): Error {
		const at = this.peek()?.at ?? this.text.length;
		return invalid(`Invalid filter clause: syntax error at position ${at} in '${this.text}'.`);
	}
}

function unquote(text: string): string {
	// An apostrophe inside is written twice (fact: filter-texts).
	return text.slice(1, -1).replace(/''/g, "'");
}

/**
 * Reads an OData $filter: and, or, not, parentheses, comparisons, contains, startswith, endswith,
 * any and all. Throws a 400 `ErrorInvalidUrlQueryFilter` for anything else.
 */
export function parseFilter(text: string): FilterNode {
	return new FilterParser(text, readTokens(text)).parse();
}

import type { Condition } from './conditions';
import { join, negate, toCondition } from './conditions';
import { readConnectives } from './connectives';
import { SearchFilterError, shown, valueFault } from './error';
import type { PropertyName } from './properties';
import type { Repair } from './repairs';
import type { MarkToken, PropertyToken, Token, Value } from './token';
import { readTokens } from './tokens';

/** Longest filter, in characters (UTF-16 units): about KQL's own default of 2,048. */
export const MAX_LENGTH = 2_000;
/** Deepest nesting of parentheses; bounds the recursion here and when a mail is compared. */
const MAX_DEPTH = 100;

/**
 * What a filter means; undefined for an empty one, which every mail matches. A piece whose spelling is
 * wrong and whose meaning is certain is read as meant, and added to the repairs.
 *
 * NOT binds before AND before OR; what stands side by side without an operator has to hold together
 * (AND) and binds weakest.
 *
 * @throws {SearchFilterError} On anything that cannot be evaluated.
 */
export function parseFilter(text: string, repairs: Repair[]): Condition | undefined {
	if (text.length > MAX_LENGTH) {
		throw new SearchFilterError(`A filter has at most ${MAX_LENGTH} characters.`, MAX_LENGTH);
	}
	const tokens = readConnectives(readTokens(text, repairs), repairs);
	closeParentheses(text, tokens, repairs);
	return tokens.length === 0 ? undefined : new Parser(text, tokens, repairs).readSequence();
}

function closeParentheses(text: string, tokens: Token[], repairs: Repair[]): void {
	const open: number[] = [];
	for (const [index, token] of tokens.entries()) {
		if (token.kind === 'open') open.push(index);
		if (open.length > MAX_DEPTH) {
			throw new SearchFilterError(`Parentheses can be ${MAX_DEPTH} deep at most.`, token.start);
		}
		if (token.kind === 'close' && open.pop() === undefined) {
			throw new SearchFilterError('This parenthesis closes none.', token.start);
		}
	}
	const position = tokens[open[0] ?? -1]?.start;
	if (position === undefined) return;
	const reason = 'This parenthesis is not closed.';
	if (!open.every((index) => isOneGroup(tokens.slice(index + 1)))) {
		throw new SearchFilterError(reason, position);
	}
	const edit = { start: text.length, end: text.length, text: ')'.repeat(open.length) };
	repairs.push({ reason, position, edits: [edit] });
}

/**
 * Whether what follows an opened parenthesis can only belong to it up to the end: two terms at most, or
 * terms joined by one kind of operator. Otherwise the group may be meant to end earlier.
 */
function isOneGroup(tokens: Token[]): boolean {
	let depth = 0;
	const outer = tokens.filter(({ kind }) => {
		if (kind === 'close') depth -= 1;
		if (kind === 'open') depth += 1;
		return depth === 0 || (depth === 1 && kind === 'open');
	});
	const terms = outer.filter(({ kind }) => kind === 'value' || kind === 'open');
	const operators = outer.filter(({ kind }) => kind === 'and' || kind === 'or');
	const isOneKind = new Set(operators.map(({ kind }) => kind)).size === 1;
	return terms.length <= 2 || (isOneKind && operators.length === terms.length - 1);
}

/** A unit, or a time of the day, as a word by itself. */
const UNIT = /^(?:[kmg]i?b|bytes?)$/i;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/** A part of a filter, and what decides how it joins a part beside it that names the same property. */
interface Part {
	node: Condition;
	/**
	 * Set where the part is one restriction by `:` or `=`, without any operator or sign. Two of `<`, `>=` or `<>` narrow
	 * an interval, so that both have to hold.
	 */
	property?: PropertyName;
}

class Parser {
	private next = 0;

	constructor(
		private readonly text: string,
		private readonly tokens: Token[],
		private readonly repairs: Repair[],
	) {}

	/** Everything up to the closing parenthesis or the end. In `scope`, words belong to its property. */
	readSequence(scope?: PropertyToken): Condition {
		const parts: Part[] = [];
		while (this.peek() && this.peek()?.kind !== 'close') parts.push(this.readOr(scope));
		return joinSideBySide(parts);
	}

	private readOr(scope?: PropertyToken): Part {
		return this.readJoined('or', () => this.readJoined('and', () => this.readNot(scope)));
	}

	private readJoined(kind: 'and' | 'or', readOperand: () => Part): Part {
		const first = readOperand();
		const nodes = [first.node];
		while (this.peek()?.kind === kind) {
			this.take();
			nodes.push(readOperand().node);
		}
		return nodes.length === 1 ? first : { node: join(kind, nodes) };
	}

	private readNot(scope?: PropertyToken): Part {
		let isNegated = false;
		let isPlain = true;
		for (let token = this.peek(); token; token = this.peek()) {
			if (token.kind === 'not' || token.kind === 'minus') isNegated = !isNegated;
			else if (token.kind !== 'plus') break;
			isPlain = false;
			this.take();
		}
		const part = this.readOperand(scope);
		if (isPlain) return part;
		return { node: isNegated ? negate(part.node) : part.node };
	}

	private readOperand(scope?: PropertyToken): Part {
		const before = this.tokens[this.next - 1];
		const token = this.take();
		if (token?.kind === 'open') return { node: this.readGroup(token, scope) };
		if (token?.kind === 'value') return this.readValue(token, scope);
		if (token?.kind === 'property') return this.readRestriction(token, scope);
		throw this.danglingOperator(before, token);
	}

	/** `before` lacks what follows it, or `token`, being the first, what stands before it. */
	private danglingOperator(before: Token | undefined, token: Token | undefined): SearchFilterError {
		const isOperator = before?.kind === 'and' || before?.kind === 'or' || before?.kind === 'not';
		const { start, end } = (isOperator ? before : token) ?? { start: 0, end: 0 };
		return new SearchFilterError(
			`${shown(this.text.slice(start, end))} needs a condition on ${isOperator ? 'its right' : 'its left'}.`,
			start,
		);
	}

	private readGroup(open: MarkToken, scope?: PropertyToken): Condition {
		const first = this.peek();
		if (!first || first.kind === 'close') {
			throw new SearchFilterError('There is nothing between these parentheses.', open.start);
		}
		const node = this.readSequence(scope);
		this.take();
		return node;
	}

	private readRestriction(token: PropertyToken, scope?: PropertyToken): Part {
		const { property, operator } = token;
		if (scope) {
			const reason = `Inside the parentheses after ${scope.property.name} only its values can stand.`;
			throw new SearchFilterError(reason, token.start);
		}
		if (token.free) return this.readFreeText(token);
		const isBound = operator !== ':' && operator !== '=';
		const following = this.take();
		if (following?.kind === 'value') {
			const value = this.joinApart(token, following);
			const written = this.text.slice(token.start, value.end);
			const node = toCondition({ property, operator, value, written }, this.repairs);
			return isBound ? { node } : { node, property: property.name };
		}
		if (following?.kind !== 'open' || isBound) throw this.missingValue(token);
		return { node: this.readGroup(following, token), property: property.name };
	}

	/** `subject: invoice`: after a blank the value is free text, as KQL's pages say. */
	private readFreeText(token: PropertyToken): Part {
		const following = this.peek();
		const isText = token.property.kind === 'text' || token.property.kind === 'address';
		const isEqual = token.operator === ':' || token.operator === '=';
		// A wildcard in front has no meaning but for an address property.
		const isPattern = following?.kind === 'value' && following.text.startsWith('*');
		const isTerm = following?.kind === 'value' || following?.kind === 'open';
		if (!isText || !isEqual || isPattern || !isTerm) throw this.missingValue(token);
		return this.readOperand();
	}

	/** `subject:` with nothing after it, or `size> 5000`. */
	private missingValue({ start, end }: PropertyToken): SearchFilterError {
		const written = shown(this.text.slice(start, end));
		const reason = `${written} needs its value directly after it, without a blank.`;
		return new SearchFilterError(reason, start);
	}

	/** The value with a unit that a blank keeps apart: alone, it would be a word to look for. */
	private joinApart({ property }: PropertyToken, value: Value): Value {
		const next = this.peek();
		if (value.quoted || next?.kind !== 'value' || next.quoted) return value;
		const isMeasured = property.kind === 'date' || property.kind === 'size';
		if (isMeasured && next.text.startsWith('..')) {
			throw valueFault(value, 'A range has no blanks around its two dots.', value.text.length);
		}
		if (property.kind === 'date' && CLOCK.test(next.text)) {
			const reason = 'A day and its time are joined by T, as in 2018-07-23T10:00.';
			throw valueFault(value, reason, value.text.length);
		}
		if (property.kind !== 'size' || !UNIT.test(next.text)) return value;
		this.take();
		return { ...value, text: value.text + next.text, end: next.end };
	}

	private readValue(value: Value, scope?: PropertyToken): Part {
		const property = scope?.property;
		const before = scope ? this.text.slice(scope.start, scope.end) : '';
		const written = before + this.text.slice(value.start, value.end);
		return { node: toCondition({ property, operator: ':', value, written }, this.repairs) };
	}

	private peek(): Token | undefined {
		return this.tokens[this.next];
	}

	private take(): Token | undefined {
		return this.tokens[this.next++];
	}
}

/** All have to hold; of those that give one property several values, one is enough. */
function joinSideBySide(parts: Part[]): Condition {
	const joined: Condition[][] = [];
	const alternatives = new Map<PropertyName, Condition[]>();
	for (const { node, property } of parts) {
		const known = property && alternatives.get(property);
		if (known) {
			known.push(node);
			continue;
		}
		const nodes = [node];
		joined.push(nodes);
		if (property) alternatives.set(property, nodes);
	}
	return join(
		'and',
		joined.map((nodes) => join('or', nodes)),
	);
}

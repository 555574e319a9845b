import type { Condition } from './conditions';
import { toCondition } from './conditions';
import { FilterFault, shown } from './error';
import type { PropertyName } from './properties';
import { missingValue } from './refusals';
import type { Restriction, Value } from './restriction';
import type { MarkToken, PropertyToken, Token } from './tokens';
import { readTokens } from './tokens';

export type FilterNode =
	Condition | { kind: 'and' | 'or'; nodes: FilterNode[] } | { kind: 'not'; node: FilterNode };

/** Longest filter, in characters (UTF-16 units): about KQL's own default of 2,048. */
const MAX_LENGTH = 2_000;
/** Deepest nesting of parentheses; bounds the recursion here and when a mail is compared. */
const MAX_DEPTH = 100;

/**
 * What a filter means; undefined for an empty one, which every mail matches.
 *
 * NOT binds before AND before OR; what stands side by side without an operator has to hold together
 * (AND) and binds weakest.
 *
 * @throws {FilterFault} On anything that cannot be evaluated.
 */
export function parseFilter(text: string): FilterNode | undefined {
	if (text.length > MAX_LENGTH) {
		throw new FilterFault(`A filter has at most ${MAX_LENGTH} characters.`, MAX_LENGTH);
	}
	const tokens = readTokens(text);
	refuseUnbalanced(text, tokens);
	return tokens.length === 0 ? undefined : new Parser(text, tokens).readSequence();
}

function refuseUnbalanced(text: string, tokens: Token[]): void {
	const open: MarkToken[] = [];
	for (const token of tokens) {
		if (token.kind === 'open') open.push(token);
		if (open.length > MAX_DEPTH) {
			throw new FilterFault(`Parentheses can be ${MAX_DEPTH} deep at most.`, token.start);
		}
		if (token.kind === 'close' && open.pop() === undefined) {
			throw new FilterFault('This parenthesis closes none.', token.start, [
				{ start: token.start, end: token.end, text: '' },
			]);
		}
	}
	const [first] = open;
	if (!first) return;
	throw new FilterFault('This parenthesis is not closed.', first.start, [
		{
			start: first.start,
			end: text.length,
			text: text.slice(first.start) + ')'.repeat(open.length),
		},
	]);
}

/** A part of a filter, and what decides how it joins a part beside it that names the same property. */
interface Part {
	node: FilterNode;
	/** Set where the part is one restriction, without any operator or sign. */
	property?: PropertyName;
	/** `<`, `>=`, `<>`: two of them narrow an interval, so that both have to hold. */
	isBound?: boolean;
}

class Parser {
	private next = 0;

	constructor(
		private readonly text: string,
		private readonly tokens: Token[],
	) {}

	/** Everything up to the closing parenthesis or the end. In `scope`, words belong to its property. */
	readSequence(scope?: PropertyToken): FilterNode {
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
		return nodes.length === 1 ? first : { node: { kind, nodes } };
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
		return { node: isNegated ? { kind: 'not', node: part.node } : part.node };
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
	private danglingOperator(before: Token | undefined, token: Token | undefined): FilterFault {
		const isOperator = before?.kind === 'and' || before?.kind === 'or' || before?.kind === 'not';
		const { start, end } = (isOperator ? before : token) ?? { start: 0, end: 0 };
		return new FilterFault(
			`${shown(this.text.slice(start, end))} needs a condition on ${isOperator ? 'its right' : 'its left'}.`,
			start,
			[{ start, end, text: '' }],
		);
	}

	private readGroup(open: Token, scope?: PropertyToken, from = open): FilterNode {
		const close = this.peek();
		if (close?.kind === 'close') {
			throw new FilterFault('There is nothing between these parentheses.', open.start, [
				{ start: from.start, end: close.end, text: '' },
			]);
		}
		const node = this.readSequence(scope);
		this.take();
		return node;
	}

	private readRestriction(token: PropertyToken, scope?: PropertyToken): Part {
		const { property, operator } = token;
		if (scope) {
			const written = this.text.slice(token.start, token.end);
			throw new FilterFault(
				`Inside the parentheses after ${scope.property.name} only its values can stand.`,
				token.start,
				[{ start: token.start, end: token.end, text: '' }, ...this.quoteInScope(token, written)],
			);
		}
		const following = this.peek();
		if (token.free) return this.readFreeText(token, following);
		const isBound = operator !== ':' && operator !== '=';
		if (following?.kind === 'value') {
			this.take();
			const written = this.text.slice(token.start, token.end);
			const node = this.toNode({ property, operator, value: following, written });
			return { node, property: property.name, isBound };
		}
		if (following?.kind !== 'open' || isBound) throw missingValue(this.text, token, following);
		this.take();
		return { node: this.readGroup(following, token, token), property: property.name };
	}

	/** `subject: invoice`: after a blank the value is free text, as KQL's pages say. */
	private readFreeText(token: PropertyToken, following: Token | undefined): Part {
		const { kind } = token.property;
		const isText = kind === 'text' || kind === 'address';
		// A wildcard in front has no meaning but for an address property.
		const isPattern = following?.kind === 'value' && following.text.startsWith('*');
		const isFree = isText && !isPattern && (token.operator === ':' || token.operator === '=');
		if (!isFree || (following?.kind !== 'value' && following?.kind !== 'open')) {
			throw missingValue(this.text, token, following);
		}
		return this.readOperand();
	}

	private quoteInScope(token: PropertyToken, written: string) {
		const value = this.peek();
		if (token.free || value?.kind !== 'value' || value.quoted) return [];
		return [{ start: token.start, end: value.end, text: `"${written}${value.text}"` }];
	}

	private readValue(value: Value, scope?: PropertyToken): Part {
		const property = scope?.property;
		return { node: this.toNode({ property, operator: ':', value, written: '' }) };
	}

	private toNode(restriction: Omit<Restriction, 'rest'>): Condition {
		return toCondition({ ...restriction, rest: this.text.slice(restriction.value.end) });
	}

	private peek(): Token | undefined {
		return this.tokens[this.next];
	}

	private take(): Token | undefined {
		this.next += 1;
		return this.tokens[this.next - 1];
	}
}

/** All have to hold; of those that give one property several values, one is enough. */
function joinSideBySide(parts: Part[]): FilterNode {
	const joined: FilterNode[] = [];
	const alternatives = new Map<PropertyName, FilterNode[]>();
	for (const { node, property, isBound } of parts) {
		const known = property && !isBound ? alternatives.get(property) : undefined;
		if (known) {
			known.push(node);
			continue;
		}
		if (!property || isBound) {
			joined.push(node);
			continue;
		}
		const nodes = [node];
		alternatives.set(property, nodes);
		joined.push({ kind: 'or', nodes });
	}
	return { kind: 'and', nodes: joined };
}

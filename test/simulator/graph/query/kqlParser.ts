export type KqlOperator = ':' | '=' | '<' | '>' | '<=' | '>=' | '<>';

export interface KqlValue {
	text: string;
	/** In quotes: the words in this order. */
	phrase: boolean;
}

export type KqlNode =
	| { kind: 'and' | 'or'; parts: KqlNode[] }
	| { kind: 'not'; inner: KqlNode }
	/** Without property: from, subject and body (fact: search-properties). */
	| { kind: 'term'; property?: string; operator: KqlOperator; value: KqlValue };

const TOKEN =
	/\s*(?:(?<open>\()|(?<close>\))|(?<operator>AND|OR|NOT)(?=[\s()]|$)|(?<minus>-)(?=\S)|(?:(?<name>[A-Za-z]+)(?<comparison><=|>=|<>|[:=<>]))?(?:"(?<quoted>[^"]*)"|(?<word>[^\s()"]+)))/y;

type Token =
	| { kind: 'open' | 'close' | 'AND' | 'OR' | 'NOT' }
	| { kind: 'term'; property?: string; operator: KqlOperator; value: KqlValue };

const OPERATORS: KqlOperator[] = ['<=', '>=', '<>', ':', '=', '<', '>'];

function readTokens(text: string): Token[] | undefined {
	const tokens: Token[] = [];
	let position = 0;
	while (text.slice(position).trim() !== '') {
		TOKEN.lastIndex = position;
		const groups = TOKEN.exec(text)?.groups;
		if (groups === undefined) return undefined;
		position = TOKEN.lastIndex;
		const { open, close, operator, minus, name, comparison, quoted, word } = groups;
		if (open !== undefined) tokens.push({ kind: 'open' });
		else if (close !== undefined) tokens.push({ kind: 'close' });
		else if (operator === 'AND' || operator === 'OR' || operator === 'NOT') {
			tokens.push({ kind: operator });
		} else if (minus !== undefined) tokens.push({ kind: 'NOT' });
		else {
			const value = { text: quoted ?? word ?? '', phrase: quoted !== undefined };
			const sign = OPERATORS.find((known) => known === comparison) ?? ':';
			tokens.push({
				kind: 'term',
				operator: sign,
				value,
				...(name === undefined ? {} : { property: name.toLowerCase() }),
			});
		}
	}
	return tokens;
}

/** NOT before AND before OR; between terms without operator see `joinTerms`. */
class KqlParser {
	private position = 0;

	constructor(
		private readonly tokens: Token[],
		private readonly sameProperty: 'and' | 'or',
	) {}

	parse(): KqlNode | undefined {
		const node = this.parseOr();
		return this.position === this.tokens.length ? node : undefined;
	}

	private parseOr(): KqlNode | undefined {
		const parts: KqlNode[] = [];
		do {
			const part = this.parseAnd();
			if (part === undefined) return undefined;
			parts.push(part);
		} while (this.take('OR'));
		const [only] = parts;
		return parts.length === 1 ? only : { kind: 'or', parts };
	}

	private parseAnd(): KqlNode | undefined {
		const groups: KqlNode[] = [];
		do {
			const terms: KqlNode[] = [];
			while (this.startsTerm()) {
				const term = this.parseNot();
				if (term === undefined) return undefined;
				terms.push(term);
			}
			if (terms.length === 0) return undefined;
			groups.push(joinTerms(terms, this.sameProperty));
		} while (this.take('AND'));
		const [only] = groups;
		return groups.length === 1 ? only : { kind: 'and', parts: groups };
	}

	private parseNot(): KqlNode | undefined {
		if (this.take('NOT')) {
			const inner = this.parseNot();
			return inner === undefined ? undefined : { kind: 'not', inner };
		}
		if (this.take('open')) {
			const inner = this.parseOr();
			return this.take('close') ? inner : undefined;
		}
		const token = this.tokens[this.position];
		if (token?.kind !== 'term') return undefined;
		this.position += 1;
		return token;
	}

	private startsTerm(): boolean {
		const kind = this.tokens[this.position]?.kind;
		return kind === 'term' || kind === 'open' || kind === 'NOT';
	}

	private take(kind: Token['kind']): boolean {
		if (this.tokens[this.position]?.kind !== kind) return false;
		this.position += 1;
		return true;
	}
}

/** Same property twice without operator means OR or AND, anything else AND (fact: search-implicit-operator). */
function joinTerms(terms: KqlNode[], sameProperty: 'and' | 'or'): KqlNode {
	const groups = new Map<string, KqlNode[]>();
	for (const [index, term] of terms.entries()) {
		const joins = term.kind === 'term' && term.property !== undefined && term.operator === ':';
		const key = joins ? `property ${term.property ?? ''}` : `term ${index}`;
		groups.set(key, [...(groups.get(key) ?? []), term]);
	}
	const parts = [...groups.values()].flatMap((group): KqlNode[] =>
		group.length === 1 ? group : [{ kind: sameProperty, parts: group }],
	);
	const [only] = parts;
	return only !== undefined && parts.length === 1 ? only : { kind: 'and', parts };
}

/**
 * Reads KQL, as far as it is described (fact: search-operators); undefined when it cannot be read.
 * @param sameProperty what joins restrictions on one property that have no operator between them
 */
export function parseKql(text: string, sameProperty: 'and' | 'or'): KqlNode | undefined {
	const tokens = readTokens(text);
	return tokens === undefined ? undefined : new KqlParser(tokens, sameProperty).parse();
}

import fc from 'fast-check';
import type { FilterableMail } from '../../nodes/Mail/filter/mail';
import { mail } from './filterableMail';

/**
 * A filter as a tree with its own, naive meaning: the yardstick for the parser and the evaluator. Its
 * words are single letters, so that a text holds a word or phrase where it has it between blanks.
 */
export type Model =
	| { kind: 'words'; property: 'subject' | 'body' | 'any'; word: string }
	| { kind: 'size'; operator: '<' | '<=' | '>' | '>=' | '<>' | ':'; bytes: number }
	| { kind: 'hasAttachments'; value: boolean }
	| { kind: 'not'; style: 'NOT ' | '-'; part: Model }
	| { kind: 'and' | 'or' | 'sideBySide'; parts: Model[] };

const word = fc.constantFrom('a', 'b', 'c', 'd', 'a b', 'b c');
const bytes = fc.constantFrom(0, 1_023, 1_024, 1_536, 2_048);

const condition: fc.Arbitrary<Model> = fc.oneof(
	fc.record({
		kind: fc.constant('words' as const),
		property: fc.constantFrom('subject' as const, 'body' as const, 'any' as const),
		word,
	}),
	fc.record({
		kind: fc.constant('size' as const),
		operator: fc.constantFrom(...(['<', '<=', '>', '>=', '<>', ':'] as const)),
		bytes,
	}),
	fc.record({ kind: fc.constant('hasAttachments' as const), value: fc.boolean() }),
);

export const model: fc.Arbitrary<Model> = fc.letrec<{ node: Model }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		condition,
		fc.record({
			kind: fc.constant('not' as const),
			style: fc.constantFrom('NOT ' as const, '-' as const),
			part: tie('node'),
		}),
		fc.record({
			kind: fc.constantFrom('and' as const, 'or' as const, 'sideBySide' as const),
			parts: fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
		}),
	),
})).node;

const words = fc.subarray(['a', 'b', 'c', 'd']).map((chosen) => chosen.join(' '));

/** Mails over the same few words and sizes. */
export const modelMail: fc.Arbitrary<FilterableMail> = fc
	.record({ subject: words, body: words, hasAttachments: fc.boolean(), size: bytes })
	.map(mail);

export function holdsInModel(node: Model, given: FilterableMail): boolean {
	switch (node.kind) {
		case 'words': {
			const texts = {
				subject: [given.subject],
				body: [given.body],
				any: [given.subject, given.body],
			};
			return texts[node.property].some((text) => ` ${text} `.includes(` ${node.word} `));
		}
		case 'size':
			return compare(given.size ?? NaN, node.operator, node.bytes);
		case 'hasAttachments':
			return given.hasAttachments === node.value;
		case 'not':
			return !holdsInModel(node.part, given);
		case 'and':
			return node.parts.every((part) => holdsInModel(part, given));
		case 'or':
			return node.parts.some((part) => holdsInModel(part, given));
		case 'sideBySide':
			// One of those that name the same property without a bound is enough.
			return node.parts.every((part) =>
				node.parts.some(
					(other) =>
						(other === part ||
							(mergeKey(part) !== undefined && mergeKey(part) === mergeKey(other))) &&
						holdsInModel(other, given),
				),
			);
	}
}

function compare(left: number, operator: string, right: number): boolean {
	if (operator === '<') return left < right;
	if (operator === '<=') return left <= right;
	if (operator === '>') return left > right;
	if (operator === '>=') return left >= right;
	return operator === '<>' ? left !== right : left === right;
}

/** Two parts with the same key, side by side, are alternatives. */
function mergeKey(node: Model): string | undefined {
	if (node.kind === 'words') return node.property === 'any' ? undefined : node.property;
	if (node.kind === 'size') return node.operator === ':' ? 'size' : undefined;
	return node.kind === 'hasAttachments' ? node.kind : undefined;
}

/** How tightly each kind binds: NOT before AND before OR before nothing at all. */
const TIGHTNESS = { sideBySide: 0, or: 1, and: 2, not: 3 } as const;

/** The filter as a user would write it, with parentheses only where they are needed. */
export function print(node: Model): string {
	switch (node.kind) {
		case 'words':
			return `${node.property === 'any' ? '' : `${node.property}:`}${node.word.includes(' ') ? `"${node.word}"` : node.word}`;
		case 'size':
			return `size${node.operator}${node.bytes}`;
		case 'hasAttachments':
			return `hasAttachments:${node.value}`;
		case 'not':
			return `${node.style}${printInside(node.part, node.style === '-' ? TIGHTNESS.not + 1 : TIGHTNESS.not)}`;
		case 'and':
			return node.parts.map((part) => printInside(part, TIGHTNESS.and)).join(' AND ');
		case 'or':
			return node.parts.map((part) => printInside(part, TIGHTNESS.or)).join(' OR ');
		case 'sideBySide':
			return node.parts.map((part) => printInside(part, TIGHTNESS.sideBySide + 1)).join(' ');
	}
}

function printInside(node: Model, tightness: number): string {
	return tightnessOf(node) >= tightness ? print(node) : `(${print(node)})`;
}

function tightnessOf(node: Model): number {
	switch (node.kind) {
		case 'not':
		case 'and':
		case 'or':
		case 'sideBySide':
			return TIGHTNESS[node.kind];
		default:
			return Infinity;
	}
}

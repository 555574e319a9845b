import type { AttributeSelector, Selector, TagSelector } from 'css-what';
import { AttributeAction, isTraversal, parse, SelectorType } from 'css-what';
import type { Certainty } from './cssSyntax';

/** A selector: what the element itself has to have, and what the ones around and in front of it. */
export interface SelectorChoice {
	/** From the element outwards. */
	compounds: Compound[];
	certainty: Certainty;
	/** IDs, classes, names: https://www.w3.org/TR/selectors-4/#specificity-rules */
	specificity: Specificity;
}

export interface Compound {
	tests: Test[];
	/** How the next compound is reached from here. */
	combinator: SelectorType;
}

/** `:is()`, `:where()`, `:not()`. */
interface ListTest {
	type: 'list';
	isNot: boolean;
	choices: SelectorChoice[];
}

export type Test = Selector | ListTest;
type Specificity = [ids: number, classes: number, names: number];

/** Elements around or in front that a selector is tested on; one that names more counts as perhaps met. */
const MAX_AROUND = 4;
/** Selectors in brackets of selectors, at most. */
const MAX_DEPTH = 5;
/** Longest list of selectors that is read, in characters. */
const MAX_LENGTH = 100_000;
/** States that no element of a text is ever in. */
export const STATES = new Set(
	(
		'hover focus focus-within focus-visible active visited target target-within checked disabled ' +
		'indeterminate fullscreen modal playing paused user-invalid user-valid invalid out-of-range ' +
		'autofill popover-open current past future picture-in-picture default -webkit-autofill'
	).split(' '),
);
/** Pseudo-classes that only the rest of the document, or a browser, could decide. */
const OPEN = new Set(
	(
		'has last-child last-of-type only-child only-of-type nth-last-child nth-last-of-type empty lang dir ' +
		'enabled optional required read-only read-write valid in-range defined scope blank open closed ' +
		'host placeholder-shown nth-of-type -webkit-any'
	).split(' '),
);
const PARTS =
	/^(?:before|after|first-line|first-letter|selection|marker|placeholder|backdrop|cue|file-selector-button|highlight|part|slotted|target-text|(?:spelling|grammar)-error|-webkit-.*)$/;
const LISTS = new Set(['is', 'where', 'not', 'matches']);
/** Combinators of drafts, which no browser takes. */
const NOWHERE: SelectorType[] = [SelectorType.Parent, SelectorType.ColumnCombinator];

/** The selectors of a list; none where browsers drop the list, as one of them is none. */
export function readSelectors(list: string): SelectorChoice[] {
	if (list.length > MAX_LENGTH) return [];
	try {
		const selectors = parse(list.trim());
		if (selectors.flat().some((token) => !isKnown(token, 0))) return [];
		return selectors.filter((tokens) => !tokens.some(isPart) && !isForEmpty(tokens)).map(toChoice);
	} catch {
		// Browsers drop such a list, too.
		return [];
	}
}

/** Whether a selector is for a part that is not the element as it is read, as `::before`. Its first line may be all of it. */
function isPart(token: Selector): boolean {
	return token.type === SelectorType.PseudoElement && token.name !== 'first-line';
}

/** Whether a selector is for elements in which nothing is, and so no text: `p:empty`, but not `i:empty + p`. */
function isForEmpty(tokens: Selector[]): boolean {
	return tokens
		.slice(tokens.findLastIndex(isTraversal) + 1)
		.some((token) => token.type === SelectorType.Pseudo && token.name === 'empty');
}

function isKnown(token: Selector, depth: number): boolean {
	if (token.type === SelectorType.Attribute) return token.action !== AttributeAction.Not;
	if (token.type === SelectorType.PseudoElement) return PARTS.test(token.name);
	if (token.type !== SelectorType.Pseudo) return !NOWHERE.includes(token.type);
	if (LISTS.has(token.name) && Array.isArray(token.data)) {
		if (depth > MAX_DEPTH) return false;
		return token.data.flat().every((inner) => isKnown(inner, depth + 1));
	}
	return (
		STATES.has(token.name) ||
		OPEN.has(token.name) ||
		/^(?:root|link|any-link|first-child|first-of-type|nth-child)$/.test(token.name)
	);
}

function toChoice(tokens: Selector[]): SelectorChoice {
	const compounds: Compound[] = [];
	let tests: Test[] = [];
	for (const token of [...tokens].reverse()) {
		if (isTraversal(token)) {
			compounds.push({ tests, combinator: token.type });
			tests = [];
		} else tests.unshift(toTest(token));
	}
	compounds.push({ tests, combinator: SelectorType.Descendant });
	const read = compounds.slice(0, 1 + MAX_AROUND);
	return {
		compounds: read,
		certainty: read.length < compounds.length ? 0.5 : 1,
		specificity: specificityOf(tokens),
	};
}

function toTest(token: Selector): Test {
	if (token.type === SelectorType.Tag) return { ...token, name: token.name.toLowerCase() };
	if (token.type !== SelectorType.Pseudo || !LISTS.has(token.name)) return token;
	const choices = Array.isArray(token.data) ? token.data.map(toChoice) : [];
	return { type: 'list', isNot: token.name === 'not', choices };
}

function specificityOf(tokens: Selector[]): Specificity {
	const sum: Specificity = [0, 0, 0];
	for (const token of tokens) {
		if (token.type === SelectorType.Tag) sum[2]++;
		else if (token.type === SelectorType.Attribute) sum[isId(token) ? 0 : 1]++;
		else if (token.type !== SelectorType.Pseudo || token.name === 'where') continue;
		else if (!Array.isArray(token.data)) sum[1]++;
		else {
			const most = token.data.map(specificityOf).sort(bySpecificity).at(-1) ?? [0, 0, 0];
			most.forEach((part, index) => (sum[index] = (sum[index] ?? 0) + part));
		}
	}
	return sum;
}

/** For `sort`: what counts less stands first. */
export function bySpecificity(one: readonly number[], other: readonly number[]): number {
	const at = one.findIndex((part, index) => part !== other[index]);
	return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

/** `#a`. */
export function isId(token: Test): boolean {
	return isShort(token, 'id', AttributeAction.Equals);
}

/** `.a`. */
export function isClass(token: Test): boolean {
	return isShort(token, 'class', AttributeAction.Element);
}

/** Whether a test is written `#a` or `.a`: of what is written in brackets, the case counts by other rules. */
function isShort(token: Test, name: string, action: AttributeAction): boolean {
	return (
		isAttribute(token) &&
		token.name === name &&
		token.action === action &&
		token.ignoreCase === 'quirks'
	);
}

/** The name under which a selector is found: its ID, or a class, or the name of the element. */
export function keyOf({ compounds }: SelectorChoice): string {
	const tests = compounds[0]?.tests ?? [];
	const names = tests.filter(isAttribute);
	const id = names.find(isId);
	if (id) return `#${id.value}`;
	const named = names.find(isClass);
	if (named) return `.${named.value}`;
	const tag = tests.find(isTag);
	return tag ? tag.name : '*';
}

/** `[a]`, and what is written shorter: `#a`, `.a`. */
export function isAttribute(token: Test): token is AttributeSelector {
	return token.type === SelectorType.Attribute;
}

/** `a`, in small letters. */
export function isTag(token: Test): token is TagSelector {
	return token.type === SelectorType.Tag;
}

/** Whether a selector asks for names, classes and IDs of the element alone: the same for all that have them. */
export function isPlain({ compounds }: SelectorChoice): boolean {
	return (
		compounds.length === 1 &&
		(compounds[0]?.tests ?? []).every(
			(test) => isTag(test) || test.type === SelectorType.Universal || isId(test) || isClass(test),
		)
	);
}

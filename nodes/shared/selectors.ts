import type { AttributeSelector, Selector, TagSelector } from 'css-what';
import { AttributeAction, parse, SelectorType } from 'css-what';
import type { Certainty } from './css';
import type { Steps } from './steps';

/** An element as selectors see it. */
export interface Node {
	name: string;
	/** By names in small letters. */
	attributes: ReadonlyMap<string, string>;
	id: string;
	classes: string[];
	parent?: Node;
	/** The element before it in the same one. */
	before?: Node;
	/** Its last element so far. */
	last?: Node;
	/** Its place among the elements of the one around it, from 1 on. */
	index: number;
}

/** A selector: what the element itself has to have, and what the ones around and in front of it. */
export interface Choice {
	/** From the element outwards. */
	compounds: Compound[];
	certainty: Certainty;
	/** IDs, classes, names: https://www.w3.org/TR/selectors-4/#specificity-rules */
	specificity: Specificity;
}

interface Compound {
	tests: Test[];
	/** How the next one is found. */
	combinator: SelectorType;
}

/** `:is()`, `:where()`, `:not()`. */
interface ListTest {
	type: 'list';
	isNot: boolean;
	choices: Choice[];
}

type Test = Selector | ListTest;
type Specificity = [ids: number, classes: number, names: number];

/** Elements around, or in front, of which is asked; a selector with more counts as one that may be met. */
const MAX_AROUND = 4;
/** Selectors in brackets of selectors, at most. */
const MAX_DEPTH = 5;
/** Classes of an element that are compared in the time of one step. */
const CLASSES_A_STEP = 10;
/** Longest list of selectors that is read, in characters. */
const MAX_LENGTH = 100_000;
/** States of which no element of a text is in any. */
const STATES = new Set(
	(
		'hover focus focus-within focus-visible active visited target target-within checked disabled ' +
		'indeterminate fullscreen modal playing paused user-invalid user-valid invalid out-of-range ' +
		'autofill popover-open current past future picture-in-picture default -webkit-autofill'
	).split(' '),
);
/** What only the rest of the document could tell, or a browser. */
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

/** The selectors of a list; none where browsers drop the list, as one of them is none. */
export function readSelectors(list: string): Choice[] {
	if (list.length > MAX_LENGTH) return [];
	try {
		const selectors = parse(list.trim());
		if (selectors.flat().some((one) => !isKnown(one, 0))) return [];
		return selectors.filter((tokens) => !tokens.some(isPart)).map(toChoice);
	} catch {
		// So do browsers.
		return [];
	}
}

/** `::before` is not the element as it is read. */
function isPart({ type }: Selector): boolean {
	return type === SelectorType.PseudoElement || type === SelectorType.ColumnCombinator;
}

function isKnown(token: Selector, depth: number): boolean {
	if (token.type === SelectorType.Attribute) return token.action !== AttributeAction.Not;
	if (token.type === SelectorType.PseudoElement) return PARTS.test(token.name);
	if (token.type !== SelectorType.Pseudo) return token.type !== SelectorType.Parent;
	if (LISTS.has(token.name) && Array.isArray(token.data)) {
		if (depth > MAX_DEPTH) return false;
		return token.data.flat().every((one) => isKnown(one, depth + 1));
	}
	return (
		STATES.has(token.name) ||
		OPEN.has(token.name) ||
		/^(?:root|link|any-link|first-child|first-of-type|nth-child)$/.test(token.name)
	);
}

function toChoice(tokens: Selector[]): Choice {
	const compounds: Compound[] = [];
	let tests: Test[] = [];
	for (const token of [...tokens].reverse()) {
		if (isCombinator(token)) {
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
	if (token.type !== SelectorType.Pseudo || !LISTS.has(token.name)) return token;
	const choices = Array.isArray(token.data) ? token.data.map(toChoice) : [];
	return { type: 'list', isNot: token.name === 'not', choices };
}

function isCombinator({ type }: Selector): boolean {
	return [
		...[SelectorType.Descendant, SelectorType.Child],
		...[SelectorType.Adjacent, SelectorType.Sibling],
	].some((one) => one === type);
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

/** Which of two counts less. */
export function bySpecificity(one: readonly number[], other: readonly number[]): number {
	const at = one.findIndex((part, index) => part !== other[index]);
	return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

function isId(token: Test): boolean {
	return (
		isAttribute(token) &&
		token.name === 'id' &&
		token.action === AttributeAction.Equals &&
		token.ignoreCase === 'quirks'
	);
}

/** The name under which a selector is found: its ID, or a class, or the name of the element. */
export function keyOf({ compounds }: Choice): string {
	const tests = compounds[0]?.tests ?? [];
	const names = tests.filter(isAttribute);
	const id = names.find(isId);
	if (id) return `#${id.value}`;
	const one = names.find(isClass);
	if (one) return `.${one.value}`;
	const tag = tests.find(isTag);
	return tag ? tag.name.toLowerCase() : '*';
}

function isAttribute(token: Test): token is AttributeSelector {
	return token.type === SelectorType.Attribute;
}

function isTag(token: Test): token is TagSelector {
	return token.type === SelectorType.Tag;
}

function isClass(token: Test): boolean {
	return (
		isAttribute(token) &&
		token.name === 'class' &&
		token.action === AttributeAction.Element &&
		token.ignoreCase === 'quirks'
	);
}

/** Whether a selector asks for names, classes and IDs of the element alone: the same for all that have them. */
export function isPlain({ compounds }: Choice): boolean {
	return (
		compounds.length === 1 &&
		(compounds[0]?.tests ?? []).every(
			(one) => isTag(one) || one.type === SelectorType.Universal || isId(one) || isClass(one),
		)
	);
}

/** Whether a selector chooses an element. */
export function chooses({ compounds, certainty }: Choice, node: Node, steps: Steps): Certainty {
	const own = passes(compounds[0], node, steps);
	return own === 0 ? 0 : Math.min(certainty, own, isReached(compounds, 1, node, steps));
}

/** Whether the elements around and in front of one are those that the rest of a selector asks for. */
function isReached(compounds: Compound[], at: number, node: Node, steps: Steps): Certainty {
	if (at === compounds.length) return 1;
	const how = compounds[at - 1]?.combinator;
	const isUp = how === SelectorType.Descendant || how === SelectorType.Child;
	const isOnce = how === SelectorType.Child || how === SelectorType.Adjacent;
	let most: Certainty = 0;
	for (let next = isUp ? node.parent : node.before; next; next = isUp ? next.parent : next.before) {
		if (!steps.take()) break;
		const own = passes(compounds[at], next, steps);
		if (own > 0) most = Math.max(most, Math.min(own, isReached(compounds, at + 1, next, steps)));
		// Further out there is no more that the rest could reach.
		const isDone = own === 1 && isUp && compounds[at]?.combinator === SelectorType.Descendant;
		if (most === 1 || isOnce || isDone) break;
	}
	return most;
}

function passes(compound: Compound | undefined, node: Node, steps: Steps): Certainty {
	let least: Certainty = 1;
	for (const test of compound?.tests ?? []) {
		if (least === 0 || !steps.take(1 + node.classes.length / CLASSES_A_STEP)) return 0;
		least = Math.min(least, isPassed(test, node, steps));
	}
	return least;
}

function isPassed(test: Test, node: Node, steps: Steps): Certainty {
	if (isTag(test)) return test.name.toLowerCase() === node.name ? 1 : 0;
	if (isAttribute(test)) {
		if (isId(test)) return node.id === test.value ? 1 : 0;
		if (isClass(test)) return node.classes.includes(test.value) ? 1 : 0;
		const value = node.attributes.get(test.name.toLowerCase());
		if (value === undefined) return 0;
		if (!test.ignoreCase || test.ignoreCase === 'quirks')
			return hasValue(test.action, test.value, value);
		return hasValue(test.action, test.value.toLowerCase(), value.toLowerCase());
	}
	if (test.type === 'list') {
		const found = Math.max(0, ...test.choices.map((one) => chooses(one, node, steps)));
		return test.isNot ? 1 - found : found;
	}
	if (test.type !== SelectorType.Pseudo) return 1;
	const { name, data } = test;
	if (STATES.has(name)) return 0;
	if (name === 'root') return node.parent ? 0 : 1;
	if (name.endsWith('link')) return node.name === 'a' && node.attributes.has('href') ? 1 : 0;
	if (name === 'first-child') return node.index === 1 ? 1 : 0;
	if (name === 'first-of-type') return isFirstOfType(node, steps);
	if (name === 'nth-child') return isNth(typeof data === 'string' ? data : '', node.index);
	return 0.5;
}

function hasValue(action: AttributeAction, wanted: string, value: string): Certainty {
	const isSo = {
		[AttributeAction.Exists]: true,
		[AttributeAction.Equals]: value === wanted,
		[AttributeAction.Element]: wanted !== '' && value.split(/\s+/).includes(wanted),
		[AttributeAction.Start]: wanted !== '' && value.startsWith(wanted),
		[AttributeAction.End]: wanted !== '' && value.endsWith(wanted),
		[AttributeAction.Any]: wanted !== '' && value.includes(wanted),
		[AttributeAction.Hyphen]: value === wanted || value.startsWith(`${wanted}-`),
		[AttributeAction.Not]: false,
	}[action];
	return isSo ? 1 : 0;
}

function isFirstOfType({ name, before }: Node, steps: Steps): Certainty {
	for (let other = before; other && steps.take(); other = other.before) {
		if (other.name === name) return 0;
	}
	return 1;
}

/** `2n+1`, `odd`, `3`: https://www.w3.org/TR/css-syntax-3/#anb-microsyntax */
function isNth(written: string, index: number): Certainty {
	const text = written.toLowerCase().replace(/\s+/g, '');
	const pattern = text === 'odd' ? '2n+1' : text === 'even' ? '2n' : text;
	const [whole, step, offset] = /^([-+]?\d*)n([-+]\d+)?$/.exec(pattern) ?? [];
	if (whole === undefined)
		return /^\+?\d+$/.test(pattern) ? (Number(pattern) === index ? 1 : 0) : 0.5;
	const by = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step);
	const rest = index - Number(offset ?? 0);
	return (by === 0 ? rest === 0 : rest % by === 0 && rest / by >= 0) ? 1 : 0;
}

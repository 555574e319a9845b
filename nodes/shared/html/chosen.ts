import { AttributeAction, SelectorType } from 'css-what';
import type { Certainty } from './cssSyntax';
import type { Compound, SelectorChoice, Test } from './selectors';
import { isAttribute, isClass, isId, isTag, STATES } from './selectors';
import type { Steps } from './steps';
import { CHARACTERS_A_STEP } from './steps';

/** An element as selectors see it. */
export interface Node {
	name: string;
	/** By names in small letters. */
	attributes: ReadonlyMap<string, string>;
	id: string;
	classes: string[];
	parent: Node | undefined;
	/** The element before it in the same one. */
	before: Node | undefined;
	/** The last element in it so far. */
	last: Node | undefined;
	/** Its place among the elements of the one around it, from 1 on. */
	index: number;
}

/** Classes of an element that are compared in the time of one step. */
const CLASSES_A_STEP = 10;

/** Whether a selector chooses an element. */
export function chooses(
	{ compounds, certainty }: SelectorChoice,
	node: Node,
	steps: Steps,
): Certainty {
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
		// From an element further out, the rest could reach no others.
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
	if (isTag(test)) return test.name === node.name ? 1 : 0;
	if (isAttribute(test)) {
		if (isId(test)) return node.id === test.value ? 1 : 0;
		if (isClass(test)) return node.classes.includes(test.value) ? 1 : 0;
		const value = node.attributes.get(test.name.toLowerCase());
		if (value === undefined) return 0;
		if (!steps.take((value.length + test.value.length) / CHARACTERS_A_STEP)) return 0;
		const isExact = !test.ignoreCase || test.ignoreCase === 'quirks';
		const asCompared = (text: string) => (isExact ? text : text.toLowerCase());
		return hasValue(test.action, asCompared(test.value), asCompared(value), steps) ? 1 : 0;
	}
	if (test.type === 'list') {
		const most = Math.max(0, ...test.choices.map((choice) => chooses(choice, node, steps)));
		return test.isNot ? 1 - most : most;
	}
	if (test.type === SelectorType.PseudoElement) return 0.5;
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

function hasValue(action: AttributeAction, wanted: string, value: string, steps: Steps): boolean {
	if (action === AttributeAction.Exists) return true;
	if (action === AttributeAction.Equals) return value === wanted;
	if (action === AttributeAction.Hyphen) return value === wanted || value.startsWith(`${wanted}-`);
	if (wanted === '') return false;
	if (action === AttributeAction.Start) return value.startsWith(wanted);
	if (action === AttributeAction.End) return value.endsWith(wanted);
	if (action === AttributeAction.Any) return value.includes(wanted);
	const words = value.split(/\s+/);
	steps.take(words.length);
	return words.includes(wanted);
}

function isFirstOfType({ name, before }: Node, steps: Steps): Certainty {
	for (let other = before; other && steps.take(); other = other.before) {
		if (other.name === name) return 0;
	}
	return 1;
}

/** Longest text that says which ones, in characters, blanks counted. */
const MAX_NTH = 50;

/** `2n+1`, `odd`, `3`: https://www.w3.org/TR/css-syntax-3/#anb-microsyntax */
function isNth(written: string, index: number): Certainty {
	if (written.length > MAX_NTH) return 0.5;
	const text = written.toLowerCase().replace(/\s+/g, '');
	const pattern = text === 'odd' ? '2n+1' : text === 'even' ? '2n' : text;
	const [whole, step, offset] = /^([-+]?\d*)n([-+]\d+)?$/.exec(pattern) ?? [];
	if (whole === undefined)
		return /^\+?\d+$/.test(pattern) ? (Number(pattern) === index ? 1 : 0) : 0.5;
	const by = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step);
	const rest = index - Number(offset ?? 0);
	return (by === 0 ? rest === 0 : rest % by === 0 && rest / by >= 0) ? 1 : 0;
}

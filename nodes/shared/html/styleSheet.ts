import type { Node } from './chosen';
import { chooses } from './chosen';
import { readRules } from './css';
import type { Declaration } from './cssDeclarations';
import type { Certainty } from './cssSyntax';
import { PARTS_A_TURN } from './htmlTags';
import type { SelectorChoice } from './selectors';
import { bySpecificity, isPlain, keyOf, readSelectors } from './selectors';
import type { Steps } from './steps';

/** What style sheets say of an element, from what counts least to what counts most. */
interface Cascade {
	declarations: readonly Declaration[];
	/** The same with declarations that may count for it, which nobody here can tell; missing where there are none. */
	possible?: readonly Declaration[];
}

interface Entry {
	choice: SelectorChoice;
	declarations: Declaration[];
	certainty: Certainty;
	/** What decides between entries: layers, specificity, place. */
	weight: number[];
}

const NOTHING: Cascade = { declarations: [] };
/** Kinds of elements of a document that are kept; those of real mails have fewer. */
const MAX_KEPT = 2_000;
/** Steps that a selector costs before it is asked for, beside one for each character. */
const SELECTOR_STEPS = 10;

/** The style sheets of a document. */
export class StyleSheet {
	private readonly entries = new Map<string, Entry[]>();
	/** By name, ID and classes of elements: the entries for them, and the cascade where it is the same for all of them. */
	private readonly kept = new Map<string, { entries: Entry[]; cascade?: Cascade }>();

	constructor(private readonly steps: Steps) {}

	/** Takes in the rules of a text. @yields where others may have their turn. */
	*read(css: string): Generator<void, void> {
		if (css === '') return;
		const rules = yield* readRules(css, this.steps);
		for (const [place, rule] of rules.entries()) {
			if (place % PARTS_A_TURN === 0) yield;
			const { selectors, declarations, layer, certainty } = rule;
			if (!this.steps.take(selectors.length)) return;
			for (const choice of readSelectors(selectors)) {
				if (!this.steps.take(SELECTOR_STEPS)) return;
				const key = keyOf(choice);
				const known = this.entries.get(key) ?? [];
				// Layers may be of any depth: each list ends in Infinity, which counts more than a layer inside.
				const weight = [...layer, ...choice.specificity, place];
				known.push({ choice, declarations, certainty, weight });
				this.entries.set(key, known);
			}
		}
	}

	/** What the sheets say of an element. */
	of(node: Node): Cascade {
		if (this.entries.size === 0) return NOTHING;
		const key = `${node.name}#${node.id}.${node.attributes.get('class') ?? ''}`;
		let known = this.kept.get(key);
		if (!known) {
			const entries = this.entriesFor(node);
			const isSame = entries.every(({ choice }) => isPlain(choice));
			known = { entries, ...(isSame ? { cascade: this.cascade(entries, node) } : {}) };
			if (this.kept.size < MAX_KEPT) this.kept.set(key, known);
		}
		return known.cascade ?? this.cascade(known.entries, node);
	}

	private entriesFor({ name, id, classes }: Node): Entry[] {
		const keys = new Set(['*', name, ...classes.map((given) => `.${given}`)]);
		if (id !== '') keys.add(`#${id}`);
		// No list of arguments: there may be more rules than that takes.
		const entries = [...keys].flatMap((key) => this.entries.get(key) ?? []);
		this.steps.take(classes.length + entries.length * Math.log2(entries.length + 2));
		return entries.sort((one, other) => bySpecificity(one.weight, other.weight));
	}

	private cascade(entries: Entry[], node: Node): Cascade {
		if (entries.length === 0) return NOTHING;
		const found: Array<{ entry: Entry; certainty: Certainty }> = [];
		for (const entry of entries) {
			if (!this.steps.take()) break;
			const certainty = Math.min(entry.certainty, chooses(entry.choice, node, this.steps));
			if (certainty > 0) found.push({ entry, certainty });
		}
		// The same object each time: `ElementStyles` keeps looks by it.
		if (found.length === 0) return NOTHING;
		const sure = found.filter(({ certainty }) => certainty === 1);
		return {
			declarations: this.inOrder(sure.map(({ entry }) => entry)),
			...(sure.length < found.length
				? { possible: this.inOrder(found.map(({ entry }) => entry)) }
				: {}),
		};
	}

	/** The declarations, what counts most last: important ones, and of these those of the first layers. */
	private inOrder(entries: Entry[]): Declaration[] {
		const all = entries.flatMap(({ declarations }) => declarations);
		this.steps.take(all.length);
		if (!all.some(({ isImportant }) => isImportant)) return all;
		const layers = (entry: Entry) => entry.weight.slice(0, -4).map((part) => -part);
		const turned = [...entries].sort((one, other) => bySpecificity(layers(one), layers(other)));
		return [
			...all.filter(({ isImportant }) => !isImportant),
			...turned.flatMap((entry) => entry.declarations.filter(({ isImportant }) => isImportant)),
		];
	}
}

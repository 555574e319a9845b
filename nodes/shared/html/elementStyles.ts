import type { Appearance, Default } from './appearance';
import { isSeen, lookInside } from './appearance';
import type { Node } from './chosen';
import type { Declaration } from './cssDeclarations';
import { declarationsIn } from './cssDeclarations';
import { toLegacyColor } from './cssValues';
import type { Tag } from './htmlTags';
import { PARTS_A_TURN } from './htmlTags';
import type { Steps } from './steps';
import { StyleSheet } from './styleSheet';

/**
 * How browsers show elements that are not inline, as far as it decides on their text.
 * https://html.spec.whatwg.org/multipage/rendering.html#the-css-user-agent-style-sheet-and-presentational-hints
 */
const DISPLAYS = new Map(
	Object.entries({
		empty: 'audio meter progress svg template video',
		none: 'area base datalist link meta noembed noframes param rp script style title',
		block:
			'address article aside blockquote body button center dd details dialog dir div dl dt fieldset figcaption ' +
			'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html img input legend li listing main marquee ' +
			'menu nav object ol optgroup option p pre search section select summary textarea ul xmp',
		table: 'caption table tbody td tfoot th thead tr',
	}).flatMap(([display, names]) => names.split(' ').map((name) => [name, display] as const)),
);
/** Elements of what is struck out. */
const STRUCK = /^(?:s|strike|del)$/;
/** Styles that are read once; those of real mails have fewer. */
const MAX_KEPT = 1_000;
/** The length of an attribute from which on it may take more than a turn to read, in characters; people's have fewer. */
const LONG = 10_000;
/** Steps of a look that was not found before, measured: seven to ten microseconds. */
const LOOK_STEPS = 80;

type Inside = ReturnType<typeof lookInside>;

/** What the style sheets and attributes of a document make of each of its elements. */
export class ElementStyles {
	private readonly sheet: StyleSheet;
	private readonly inline = new Map<string, Declaration[]>();
	/** Looks that were made before, by the look around and the declarations: the cells of a table look alike. */
	private readonly found = new WeakMap<Appearance, WeakMap<object, Map<string, Inside>>>();
	private readonly joined = new WeakMap<object, WeakMap<object, readonly Declaration[]>>();
	private link = 'link';
	/** Whether a selector may look at elements in front: otherwise these are not kept. */
	private looksAside = false;

	constructor(private readonly steps: Steps) {
		this.sheet = new StyleSheet(steps);
	}

	/** Takes in the style sheets of a document. @yields where others may have their turn. */
	*read(css: string): Generator<void, void> {
		this.looksAside = /[+~\\]|-of-type/i.test(css);
		yield* this.sheet.read(css);
	}

	/** Reads the style of an element that is about to begin, if it is long. @yields where others may have their turn. */
	*prepare({ attributes }: Tag): Generator<void, void> {
		const style = attributes.get('style') ?? '';
		if (style.length < LONG || this.inline.has(style)) return;
		const own: Declaration[] = [];
		let pieces = 0;
		for (const declarations of declarationsIn(style)) {
			own.push(...declarations);
			if (++pieces % PARTS_A_TURN === 0) yield;
		}
		this.steps.take(own.length);
		this.inline.set(style, own);
	}

	/** An element that begins. */
	enter(
		{ name, attributes }: Tag,
		parent: Node | undefined,
		around: Appearance,
	): Inside & { node: Node } {
		const given = attributes.get('class') ?? '';
		const names = given.length < LONG ? given : '';
		// Nobody can say in time what so many classes hide.
		if (names !== given) this.steps.take(Infinity);
		const classes = names === '' ? [] : names.split(/\s+/).filter((one) => one !== '');
		const id = attributes.get('id') ?? '';
		const before = this.looksAside ? parent?.last : undefined;
		const index = (parent?.last?.index ?? 0) + 1;
		const node: Node = { name, attributes, id, classes, parent, before, last: undefined, index };
		if (parent) parent.last = node;
		const { declarations, possible } = this.sheet.of(node);
		const own = this.ownOf(attributes.get('style') ?? '');
		const usual = this.usualOf(node);
		const sure = this.inside(around, this.join(declarations, own), usual);
		if (!possible) return { node, ...sure };
		const maybe = this.inside(around, this.join(possible, own), usual);
		return {
			node,
			isLine: sure.isLine,
			hides: sure.hides || maybe.hides,
			look: isSeen(maybe.look) ? sure.look : maybe.look,
		};
	}

	private inside(around: Appearance, declarations: readonly Declaration[], usual: Default): Inside {
		const { display, color = '', background = '', image = '', isStruck } = usual;
		const known = keptIn(
			keptIn(this.found, around, () => new WeakMap()),
			declarations,
			() => new Map(),
		);
		const key = [display, color, background, image, isStruck].join('\n');
		return keptIn(known, key, () => {
			this.steps.take(LOOK_STEPS);
			return lookInside(around, declarations, usual, this.steps);
		});
	}

	private join(sheets: readonly Declaration[], own: readonly Declaration[]) {
		const known = keptIn(this.joined, sheets, () => new WeakMap());
		return keptIn(known, own, () => inOrder(sheets, own));
	}

	private ownOf(style: string): Declaration[] {
		const known = this.inline.get(style);
		if (known) return known;
		const own = style === '' ? [] : [...declarationsIn(style)].flat();
		this.steps.take(own.length);
		if (this.inline.size < MAX_KEPT) this.inline.set(style, own);
		return own;
	}

	/** What a browser does with an element where no style says anything of it. */
	private usualOf({ name, attributes }: Node): Default {
		const of = (attribute: string) =>
			toLegacyColor((attributes.get(attribute) ?? '').toLowerCase());
		if (name === 'body' && attributes.has('link')) this.link = of('link') ?? 'link';
		const color =
			name === 'a' && attributes.has('href')
				? this.link
				: name === 'font'
					? of('color')
					: name === 'body'
						? of('text')
						: undefined;
		const background = attributes.has('bgcolor')
			? of('bgcolor')
			: name === 'mark'
				? 'yellow'
				: undefined;
		const own = DISPLAYS.get(name) ?? 'inline';
		const isDialog = name === 'dialog';
		const waits = isDialog || attributes.has('popover');
		const isHidden = attributes.has('hidden') || (waits && !(isDialog && attributes.has('open')));
		return {
			display: isHidden && own !== 'empty' ? 'none' : own,
			color,
			background,
			image: attributes.get('background') ? 'url()' : undefined,
			isStruck: STRUCK.test(name),
		};
	}
}

/** What is kept for a key, or else made and kept. */
function keptIn<Key, Value>(
	kept: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	make: () => Value,
): Value {
	const known = kept.get(key);
	if (known !== undefined) return known;
	const made = make();
	kept.set(key, made);
	return made;
}

/** Important ones behind all others, and those of the element behind those of the sheets. */
function inOrder(
	sheets: readonly Declaration[],
	own: readonly Declaration[],
): readonly Declaration[] {
	if (own.length === 0) return sheets;
	if (sheets.length === 0 && !own.some(({ isImportant }) => isImportant)) return own;
	const all = [...sheets, ...own];
	return [
		...all.filter(({ isImportant }) => !isImportant),
		...all.filter(({ isImportant }) => isImportant),
	];
}

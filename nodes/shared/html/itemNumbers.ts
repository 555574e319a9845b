import type { Node } from './chosen';

/**
 * How a list counts, by its `type` or its style.
 * https://html.spec.whatwg.org/multipage/grouping-content.html#attr-ol-type
 */
const LETTERS = new Map(
	Object.entries({
		...{ a: 'a', 'lower-alpha': 'a', 'lower-latin': 'a' },
		...{ A: 'A', 'upper-alpha': 'A', 'upper-latin': 'A' },
	}),
);
const DECIMAL = ['1', 'decimal'];
const STYLE = /list-style(?:-type)?\s{0,20}:[^;]{0,100}?\b(none|decimal|(?:lower|upper)-[a-z]+)\b/i;
/** A number of an attribute; nobody counts further. */
const NUMBER = /^\s*-?\d{1,6}\s*$/;

/** The numbers in front of the items of lists, as browsers show them. */
export class ItemNumbers {
	private readonly next = new WeakMap<Node, number>();

	/** @returns such as `2. ` or `b. `; nothing for what is no item of such a list, or is counted in another way. */
	of({ parent: list, attributes }: Node): string {
		if (list?.name !== 'ol' || list.attributes.has('reversed')) return '';
		const given = [attributes.get('value'), this.next.get(list), list.attributes.get('start')];
		const count = Number(given.find((number) => NUMBER.test(String(number))) ?? 1);
		this.next.set(list, count + 1);
		const kind =
			styleOf(attributes) ?? styleOf(list.attributes) ?? list.attributes.get('type') ?? '1';
		if (DECIMAL.includes(kind)) return `${count}. `;
		const first = LETTERS.get(kind);
		if (first === undefined || count < 1 || count > 26) return '';
		return `${String.fromCharCode(first.charCodeAt(0) + count - 1)}. `;
	}
}

function styleOf(attributes: Node['attributes']): string | undefined {
	return STYLE.exec(attributes.get('style') ?? '')?.[1]?.toLowerCase();
}

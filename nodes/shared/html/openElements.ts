/** An element whose end is still to come. */
interface OpenElement<Content> {
	name: string;
	content: Content;
	/** Its end tag came while others were open in it. */
	isClosed?: boolean;
}

/** Elements that hold no others. A `head` and a `colgroup` count as such: whatever does not belong into them ends them. */
const VOID = words(
	'head colgroup area base br col embed hr img input link meta param source track wbr frame basefont',
);
/** Elements that go on behind the end of a block around them. */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u');
/** Elements that the end of an inline element does not reach over, beside the blocks. */
const SPECIAL = words(
	'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset ' +
		'figcaption figure footer form h1 h2 h3 h4 h5 h6 header html legend li main marquee menu nav object ol ' +
		'p pre section select summary table tbody td template tfoot th thead tr ul',
);
/** Elements whose beginning ends a paragraph. */
const ENDS_PARAGRAPH = words(
	'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer ' +
		'form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul li dd dt',
);
const TABLE = words('caption table tbody td tfoot th thead tr');
/** Elements out of which no part of a table reaches. */
const TABLES = ['table', 'template'];
/** Elements out of which no end tag reaches. */
const SCOPES = [...TABLES, 'caption', 'td', 'th', 'button', 'object', 'marquee'];
/** HTML that ends a drawing: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign */
const ENDS_SVG = words(
	'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu ' +
		'meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
/** What ends an element of the same kind before it, and the elements that keep them apart. */
const SIBLINGS = new Map(
	Object.entries({
		li: { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir', ...SCOPES] },
		dt: { ends: ['dt', 'dd'], within: ['dl', ...SCOPES] },
		dd: { ends: ['dt', 'dd'], within: ['dl', ...SCOPES] },
		td: { ends: ['td', 'th', 'caption'], within: TABLES },
		th: { ends: ['td', 'th', 'caption'], within: TABLES },
		tr: { ends: ['tr', 'caption'], within: TABLES },
		tbody: { ends: ['tbody', 'thead', 'tfoot', 'caption'], within: TABLES },
		tfoot: { ends: ['tbody', 'thead', 'tfoot', 'caption'], within: TABLES },
		a: { ends: ['a'], within: SCOPES },
	}),
);
/** Formatting that goes on behind a block, at most; nobody nests more. */
const MAX_KEPT = 8;

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(' '));
}

/**
 * Which elements are open at a place of a document, as browsers see it: end tags that are missing, or
 * stand where they end nothing, would else show what is hidden.
 * https://html.spec.whatwg.org/multipage/parsing.html
 */
export class OpenElements<Content> {
	private readonly stack: Array<OpenElement<Content>> = [];
	/** Where in the stack the elements of a name are; `*` for those that inline elements do not reach over. */
	private readonly places = new Map<string, number[]>();

	/**
	 * @param left Called for each element that ends.
	 * @param goesOn Whether formatting goes on behind a block: it changes what is shown.
	 */
	constructor(
		private readonly left: (content: Content) => void,
		private readonly goesOn: (content: Content) => boolean,
		private readonly entered: (content: Content) => void,
	) {}

	get innermost(): Content | undefined {
		return this.stack.at(-1)?.content;
	}

	/** Ends what a begin tag of this name ends by itself. */
	beforeBegin(name: string): void {
		const drawing = this.last(['svg']);
		if (drawing > this.last(['foreignobject', 'desc']) && ENDS_SVG.has(name)) {
			this.close(drawing, false);
		}
		const siblings = SIBLINGS.get(name);
		if (siblings) {
			const place = this.last(siblings.ends);
			if (place > this.last(siblings.within)) this.close(place, true);
		}
		if (ENDS_PARAGRAPH.has(name)) {
			const place = this.last(['p']);
			if (place > this.last(SCOPES)) this.close(place, true);
		}
	}

	/** A begin tag; some elements hold nothing. */
	begin(name: string, content: Content): void {
		if (!VOID.has(name)) this.push({ name, content });
	}

	/** An end tag; it may end nothing. */
	end(name: string): void {
		// Browsers show what follows these end tags as if it stood in front of them.
		if (name === 'body' || name === 'html') return;
		const place = this.last([name]);
		// Nothing keeps the end tag of a template from its beginning.
		if (name === 'template' && place >= 0) return this.close(place, false);
		const barriers = TABLE.has(name)
			? TABLES
			: FORMATTING.has(name) || SPECIAL.has(name)
				? SCOPES
				: ['*'];
		const barrier = this.last(barriers.filter((barrierName) => barrierName !== name));
		if (place < 0 || place < barrier) return;
		const element = this.stack[place];
		if (element && FORMATTING.has(name) && this.last(['*']) > place) {
			// The block in it stays open.
			element.isClosed = true;
			this.places.get(name)?.pop();
			this.left(element.content);
		} else {
			this.close(place, !TABLE.has(name));
		}
	}

	/** Ends the element at a place, and all in it. */
	private close(place: number, keepsFormatting: boolean): void {
		const kept: Array<OpenElement<Content>> = [];
		while (this.stack.length > place) {
			const element = this.stack.pop();
			if (!element) break;
			if (SPECIAL.has(element.name)) this.places.get('*')?.pop();
			if (element.isClosed) continue;
			this.places.get(element.name)?.pop();
			this.left(element.content);
			const isOwn = this.stack.length === place;
			if (!isOwn && FORMATTING.has(element.name) && this.goesOn(element.content)) {
				kept.push(element);
			}
		}
		if (!keepsFormatting) return;
		for (const element of kept.slice(0, MAX_KEPT).reverse()) this.push(element);
	}

	private push(element: OpenElement<Content>): void {
		const { name, content } = element;
		this.placesOf(name).push(this.stack.length);
		if (SPECIAL.has(name)) this.placesOf('*').push(this.stack.length);
		this.stack.push(element);
		this.entered(content);
	}

	private placesOf(name: string): number[] {
		const places = this.places.get(name) ?? [];
		this.places.set(name, places);
		return places;
	}

	/** The innermost place of an element of one of these names; -1 where there is none. */
	private last(names: readonly string[]): number {
		let last = -1;
		for (const name of names) last = Math.max(last, this.places.get(name)?.at(-1) ?? -1);
		return last;
	}
}

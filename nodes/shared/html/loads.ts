import { decodeHTML } from 'entities/decode';
import { InvalidInput } from '../http/failures';
import { unescapeCss } from './cssSyntax';
import type { Tag } from './htmlTags';
import { scanHtml } from './htmlTags';

/** What loads a document or a program of its own: https://html.spec.whatwg.org/multipage/embedded-content.html */
const EMBEDS = new Set('applet embed frame iframe object portal script'.split(' '));
/** What loads beside `href`; `lowsrc` and `dynsrc` are of old programs, and Outlook's shapes have a `src`. */
const SOURCES = new Set('background data dynsrc imagesrcset lowsrc poster src srcset'.split(' '));
/** Elements whose `href` nobody loads before it is clicked. */
const LINKS = new Set(['a', 'area']);
/** Elements whose `href` is a picture: https://www.w3.org/TR/SVG2/linking.html */
const PICTURES = new Set(['image', 'feimage']);
/** What goes along with the mail, or stands in the text itself. */
const HERE = /^[\0- ]*(?:cid:|data:image\/|#|$)/i;
const INSIDE = /^[\0- ]*(?:#|$)/;
/** The number behind an address in a `srcset`, and commas between two. */
const DESCRIPTOR = /^(?:[\d.]+[wxh])?,*/;
/** Functions and rules of style sheets that load; of `url()` only those that lead somewhere else. */
const CSS_LOADS =
	/@import|(?<![\w-])(?:-webkit-)?image-set\(|(?<![\w-])(?:image|src)\(|url\((?! ?["']? ?(?:cid:|data:image\/|#|["']? ?\)))/i;
/** What hides tags from some programs only: comments, of which Outlook reads some, and elements without tags in them. */
const COMMENT = /<!--|--!?>/g;
const WITHOUT_TAGS = /(?<=<\/?)(?:title|style|textarea|xmp|noembed|noframes)(?=[\s/>])/gi;

/**
 * What of a text in HTML makes a mail program ask another server as soon as the text is shown, and so tells that
 * server whatever is written into the address. Links load nothing by themselves, nor do files that go along (`cid:`) and
 * pictures in the text (`data:`). What programs may read in two ways counts as what loads. Takes time in proportion
 * to the length.
 * @returns the first that is found, as `img`, `@import` or `url()`; undefined where there is none.
 */
export function loadsByItself(html: string): string | undefined {
	// Only in SVG is what stands in it read as text.
	if (/<!\[CDATA\[/i.test(html)) return 'CDATA';
	return loadsIn(html) ?? loadsIn(html.replace(COMMENT, ' ').replace(WITHOUT_TAGS, 'i'));
}

/**
 * Refuses such a text: whoever opens it would tell another server what the address holds.
 * @param field Stored name of the field.
 * @param instead What to do instead.
 * @throws InvalidInput with what it is.
 */
export function refuseLoads(html: string, field: string, instead: string): void {
	const loaded = loadsByItself(html);
	if (loaded === undefined) return;
	throw new InvalidInput(
		`loads something from another server by itself: ${loaded}`,
		field,
		instead,
	);
}

/**
 * Refuses such texts wherever they stand in what was entered.
 * @param given What was entered, by the stored names of its fields.
 * @param path The names that lead to it.
 * @throws InvalidInput with the field and what it loads.
 */
export function refuseLoadsIn(given: unknown, instead: string, path: string[] = []): void {
	if (typeof given === 'string') return refuseLoads(given, path.join('.'), instead);
	const isData = Array.isArray(given) || Object.getPrototypeOf(given ?? '') === Object.prototype;
	if (!isData) return;
	for (const [name, entry] of Object.entries(Object(given))) {
		refuseLoadsIn(entry, instead, [...path, name]);
	}
}

function loadsIn(html: string): string | undefined {
	for (const part of scanHtml(html)) {
		if (typeof part === 'string' || part.isEnd) continue;
		const found = loadedBy(part);
		if (found !== undefined) return found;
	}
	return undefined;
}

function loadedBy({ name, attributes, raw = '' }: Tag): string | undefined {
	if (EMBEDS.has(name)) return name;
	if (name === 'meta' && /refresh/i.test(attributes.get('http-equiv') ?? '')) return name;
	for (const [given, value] of attributes) {
		const attribute = given.slice(given.lastIndexOf(':') + 1);
		if (attribute.startsWith('on')) return attribute;
		// An animation writes into the attribute that it names.
		if (attribute === 'attributename' && /href|src/i.test(value)) return name;
		if (attribute === 'href' && LINKS.has(name)) continue;
		const isLoaded = (address: string) => !HERE.test(address);
		if (SOURCES.has(attribute) && addressesIn(attribute, value).some(isLoaded)) return name;
		if (attribute === 'href' && !(PICTURES.has(name) ? HERE : INSIDE).test(value)) return name;
		const style = loadedByCss(value);
		if (style !== undefined) return style;
	}
	if (name !== 'style') return undefined;
	// In SVG references and tags count in it.
	return loadedByCss(raw) ?? loadedByCss(decodeHTML(raw.replace(/<[^<>]*>/g, '')));
}

function addressesIn(attribute: string, value: string): string[] {
	if (!attribute.endsWith('srcset')) return [value];
	return value.split(/\s+/).map((part) => part.replace(DESCRIPTOR, ''));
}

/** Blanks count as one, of which each escape may end with one: https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point */
function loadedByCss(css: string): string | undefined {
	const oneBlank = (text: string) => text.replace(/\s+/g, ' ');
	const found = CSS_LOADS.exec(oneBlank(unescapeCss(oneBlank(css))))?.[0];
	return found?.toLowerCase().replace(/\($/, '()');
}

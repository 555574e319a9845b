import type { Appearance } from './appearance';
import { PLAIN_LOOK } from './appearance';
import type { Node } from './chosen';
import type { ElementStyles } from './elementStyles';
import type { Tag } from './htmlTags';

/** Where mail programs put the sender's signature: Outlook, Outlook Mobile, Gmail, Thunderbird. */
const SIGNATURES = /^[.#](?:signature|ms-outlook-mobile-signature|gmail_signature|moz-signature)$/i;
/** How much of a link is shown, in characters: the longest that all browsers and mail programs open. */
export const MAX_LINK = 2_000;

/** The beginning of an address that leads to a server, or to a new email: without a scheme, it has that of the page. */
const LINK = /^(?:https?:|mailto:|[\\/]{2})/i;

/** A link, and the text of it so far. */
export interface OpenLink {
	href: string;
	shown: string;
}

/** What is known of an element while it is open. */
export interface Element {
	/** It shows nothing of what is in it. */
	hides: boolean;
	/** It stands on lines of its own by its style. */
	isLine: boolean;
	look: Appearance;
	node: Node;
	isQuote: boolean;
	isSignature: boolean;
	isPreformatted: boolean;
	link?: OpenLink;
}

/** What is known of an element that begins, by its tag and the element around it. */
export function toElement(tag: Tag, styles: ElementStyles, outer: Element | undefined): Element {
	const { name, attributes } = tag;
	const { node, ...inside } = styles.enter(tag, outer?.node, outer?.look ?? PLAIN_LOOK);
	// Browsers pass over blanks and signs of control.
	const href = (attributes.get('href') ?? '').replace(/[\s\p{Cc}]+/gu, '');
	const isLink = name === 'a' && LINK.test(href);
	const shownLink = href.length > MAX_LINK ? `${href.slice(0, MAX_LINK)}…` : href;
	return {
		...inside,
		node,
		isQuote: name === 'blockquote' && !isIndent(attributes),
		isSignature:
			(outer?.isSignature ?? false) ||
			((node.id !== '' || node.classes.length > 0) && isSignature(node)),
		isPreformatted: (outer?.isPreformatted ?? false) || name === 'pre' || name === 'textarea',
		...(isLink ? { link: { href: shownLink, shown: '' } } : {}),
	};
}

function isSignature({ id, classes }: Node): boolean {
	return [`#${id}`, ...classes.map((name) => `.${name}`)].some((key) => SIGNATURES.test(key));
}

/** Whether a `blockquote` only indents, as Outlook and Gmail use it, and quotes nobody. */
function isIndent(attributes: Tag['attributes']): boolean {
	const style = attributes.get('style') ?? '';
	const isMarked = ['cite', 'type', 'class', 'id'].some((name) => attributes.has(name));
	return (
		style !== '' && !isMarked && !/border(?:-left|-inline-start)?\s*:(?!\s*(?:none|0))/i.test(style)
	);
}

/** Where a link leads, unless that is all that its text says: in a longer one it may be a part of another address. */
export function linkBehind({ href, shown }: OpenLink): string {
	const text = shown.replace(/\s+/g, '');
	return text === '' || withoutScheme(text) === withoutScheme(href) ? '' : ` <${href}> `;
}

function withoutScheme(address: string): string {
	return address.replace(/^(?:mailto:|(?:https?:)?\/\/)/i, '').replace(/\/$/, '');
}

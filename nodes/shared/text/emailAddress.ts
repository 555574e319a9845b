/** Characters that show nothing, or only turn the direction of others: they come along with copied text. */
const UNSEEN = /(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** A letter of a domain, with the dots of other scripts: neither quotes nor signs, which come along with copied text. */
const IN_DOMAIN = '[\\p{L}\\p{M}\\p{N}\\p{So}_·・。．｡-]+';

/** One address: no blanks, none of the signs that separate addresses, and something between the dots of its domain. */
const ADDRESS = new RegExp(`^[^\\s@<>()[\\],;:"\\\\]+@${IN_DOMAIN}(?:\\.${IN_DOMAIN})*$`, 'u');

/** A link to write to one address, maybe with a subject or text; not one that names others besides. */
const MAILTO = /^mailto:(?!.*[?&;](?:to|cc|bcc)=)([^?]*).*$/is;

/** Text without the characters that show nothing: those of control, direction and no width. Blanks and line breaks stay. */
export function withoutUnseen(text: string): string {
	return text.replace(UNSEEN, '').trim();
}

/**
 * The address that a text is, or a `mailto:` link, without what shows nothing in it; undefined for what
 * is none.
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc6068#section-2
 */
export function toEmailAddress(text: string): string | undefined {
	const address = withoutUnseen(text).replace(MAILTO, '$1');
	return ADDRESS.test(address) ? address : undefined;
}

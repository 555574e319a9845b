/** What shows nothing, or only turns the direction of the rest: it comes along with copied text. */
const UNSEEN = /(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * One address: no blanks, none of the signs that separate addresses, and between the dots of its
 * domain something each.
 */
const ADDRESS = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(?:\.[^\s@<>()[\],;:"\\.]+)*$/;

/** Text without the characters that show nothing: those of control, direction and no width. Blanks and line breaks stay. */
export function withoutUnseen(text: string): string {
	return text.replace(UNSEEN, '').trim();
}

/**
 * The address that a text is, or a `mailto:` link, without what shows nothing in it; undefined for what
 * is none.
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
 */
export function toEmailAddress(text: string): string | undefined {
	const address = withoutUnseen(text).replace(/^mailto:/i, '');
	return ADDRESS.test(address) ? address : undefined;
}

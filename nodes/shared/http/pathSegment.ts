import { InvalidInput } from './failures';

/** Longest ID that is sent, in characters: real ones have about 150, an email address at most 320. */
const MAX_ID_LENGTH = 1_000;

/**
 * Why a text cannot be an ID, worded to follow the field's name; undefined when it can be one. An empty text, or one
 * of dots, would name another resource, also between slashes (a server may decode them). Broken characters are
 * replaced on the way, and may become those of another ID.
 */
export function objectionToId(id: string): string | undefined {
	if (id.length > MAX_ID_LENGTH) return 'is longer than any real ID';
	if (/^[.\s]*$|(^|[/\\])\.+([/\\]|$)/.test(id)) return 'must not be empty or consist of dots';
	if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(id) || !id.isWellFormed()) {
		return 'must not hold line breaks, control characters or broken characters';
	}
	return undefined;
}

/** Texts that were encoded for an address; undefined where one is not encoded as UTF-8. */
export function decodeAll(texts: string[]): string[] | undefined {
	try {
		return texts.map(decodeURIComponent);
	} catch {
		// Bytes that are no UTF-8: nothing here writes them, and no ID is one.
		return undefined;
	}
}

/**
 * A value as one segment of a path, encoded so that it cannot become another path.
 * @throws InvalidInput for one that cannot be an ID. Fields of IDs say so themselves, with their name.
 */
export function encodeSegment(id: string): string {
	const objection = objectionToId(id);
	if (objection !== undefined) throw new InvalidInput(`An ID ${objection}`);
	return encodeURIComponent(id);
}

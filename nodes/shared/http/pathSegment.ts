import { InvalidInput } from '../failures';

/** Longest ID that is sent, in characters: real ones have about 150, an email address at most 320. */
const MAX_ID_LENGTH = 1_000;

/**
 * A value as one segment of a path, encoded so that it cannot become another path.
 * @throws InvalidInput for one that is empty or only dots (it would name another resource), has
 * such a segment within (a server may decode the slashes), or is longer than any real ID.
 */
export function encodeSegment(id: string): string {
	if (/^[.\s]*$|(^|[/\\])\.+([/\\]|$)/.test(id)) {
		throw new InvalidInput('An ID must not be empty or consist of dots');
	}
	if (id.length > MAX_ID_LENGTH) throw new InvalidInput('An ID is longer than any real one');
	// A lone surrogate cannot be encoded; `encodeURIComponent` would throw an error without a field.
	return encodeURIComponent(id.toWellFormed());
}

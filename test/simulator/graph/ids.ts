import { createHash } from 'node:crypto';

/** The two id formats of fact: immutable-ids. */
export type IdKind = 'rest' | 'immutable';

/** What was made of seeds before: every mailbox begins with the same ones. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

function remembered(seed: string, make: (seed: string) => string): string {
	const made = known.get(seed) ?? make(seed);
	if (known.size >= MOST_KNOWN) known.clear();
	known.set(seed, made);
	return made;
}

function digest(seed: string): string {
	return remembered(seed, () => createHash('sha512').update(seed).digest('base64url'));
}

/**
 * The id of an item: the mutable one depends on how often the item moved, the immutable one does
 * not (fact: mutable-ids, fact: immutable-without-header). Real ids are about this long, case-sensitive, and may end in `=`.
 */
export function createItemId(kind: IdKind, seed: string, generation: number): string {
	return kind === 'immutable'
		? `AAkALgAAAAAAHYQDEapmEc2b${digest(`immutable/${seed}`)}AA=`
		: `AAMkAGI2TG93AAAuAAAAAADd${digest(`rest/${seed}/${generation}`)}AA=`;
}

/** Ids of containers are constant (fact: immutable-ids). */
export function createContainerId(seed: string): string {
	return `AQMkAGI2THVSAAAuAAADAAAA${digest(`container/${seed}`).slice(0, 64)}==`;
}

/** A value that changes with every edit; the etag is made of it (fact: change-key). */
export function createChangeKey(seed: string): string {
	return `CQAAABYAAAB${digest(`change/${seed}`).slice(0, 24)}`;
}

/** A stable GUID for things that Graph names by GUID. */
export function createGuid(seed: string): string {
	const hex = remembered(`guid/${seed}`, () => createHash('sha256').update(seed).digest('hex'));
	const parts = [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	];
	return parts.join('-');
}

/** Whether a text could be an id at all; others get ErrorInvalidIdMalformed (fact: error-codes). */
export function isIdShaped(text: string): boolean {
	return /^A[AQ][\w-]{20,}={0,2}$/.test(text);
}

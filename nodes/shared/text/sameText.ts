import { normalizeText } from './normalizeText';

/**
 * Tells whether two texts are the same to people: whatever the case, the blanks around them, and whether an accent is
 * a character of its own.
 */
export function isSameText(one: string | null | undefined, other: string | null | undefined) {
	return !!one && !!other && comparable(one) === comparable(other);
}

/** A text as `isSameText` compares it, to look for a part of it as well. */
export function comparable(text: string | null | undefined): string {
	return normalizeText((text ?? '').trim(), 'NFC').toLowerCase();
}

/**
 * Finds, of things with a text, those whose text is the same by `isSameText`. Each is read once, however many are looked
 * for: items may name thousands of folders, each among thousands.
 */
export function bySameText<T>(
	things: readonly T[],
	textOf: (thing: T) => string | null | undefined,
): (text: string) => T[] {
	const known = new Map<string, T[]>();
	for (const thing of things) {
		const key = comparable(textOf(thing));
		const same = known.get(key);
		if (same) same.push(thing);
		else known.set(key, [thing]);
	}
	// What has no text is the same as nothing.
	known.delete('');
	return (text) => known.get(comparable(text)) ?? [];
}

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

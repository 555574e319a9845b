import { normalizeText } from './normalizeText';

/**
 * Tells whether two texts are the same to people: whatever the case, the blanks around them, and whether an accent is
 * a character of its own.
 */
export function isSameText(one: string | null | undefined, other: string | null | undefined) {
	return !!one && !!other && plain(one) === plain(other);
}

const plain = (text: string) => normalizeText(text.trim(), 'NFC').toLowerCase();

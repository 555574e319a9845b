/** Tells whether two texts are the same to people: whatever the case and the blanks around them. */
export function isSameText(one: string | null | undefined, other: string | null | undefined) {
	return !!one && !!other && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Up to here `indexOf` costs at most this many comparisons for each character of the text. */
const SHORT_PATTERN = 64;

/**
 * Whether the pattern stands in the text at a place that `accepts` takes; it is given the index after
 * the occurrence. The time is linear in the text for patterns of every kind.
 */
export function someOccurrence(
	text: string,
	pattern: string,
	accepts: (end: number) => boolean,
): boolean {
	if (pattern.length > SHORT_PATTERN) return scan(text, pattern, accepts);
	for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
		if (accepts(at + pattern.length)) return true;
	}
	return false;
}

/** Knuth, Morris and Pratt: no character of the text is looked at again after a mismatch. */
function scan(text: string, pattern: string, accepts: (end: number) => boolean): boolean {
	const borders = bordersOf(pattern);
	let matched = 0;
	for (let index = 0; index < text.length; index += 1) {
		matched = advance(pattern, borders, matched, text[index]);
		if (matched < pattern.length) continue;
		if (accepts(index + 1)) return true;
		matched = borders[matched] ?? 0;
	}
	return false;
}

/** For each length: how much of the pattern's beginning is also its end at that length. */
function bordersOf(pattern: string): number[] {
	const borders = [0, 0];
	for (let index = 1; index < pattern.length; index += 1) {
		borders.push(advance(pattern, borders, borders[index] ?? 0, pattern[index]));
	}
	return borders;
}

/** How much of the pattern's beginning is matched after one more character. */
function advance(
	pattern: string,
	borders: number[],
	matched: number,
	character: string | undefined,
): number {
	let length = matched;
	while (length > 0 && pattern[length] !== character) length = borders[length] ?? 0;
	return pattern[length] === character ? length + 1 : 0;
}

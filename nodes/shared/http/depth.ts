/**
 * The most levels of lists and records that JSON of others may have. Content Snare is written in Ruby, whose JSON has
 * 100 at most (`max_nesting`, https://docs.ruby-lang.org/en/3.4/JSON.html); the JSON of .NET, and so Graph's, has 64.
 * Recursive code takes some hundred bytes of the stack for each level, and Node has a megabyte.
 */
export const MAX_LEVELS = 100;

/**
 * True for a JSON value with more levels than that. Asked once, where JSON of others comes in, so that the code behind
 * it may be recursive; this check is not.
 */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isNested);
	for (let levels = 1; level.length > 0; levels++) {
		if (levels > MAX_LEVELS) return true;
		level = level.flatMap((nested) => Object.values(nested).filter(isNested));
	}
	return false;
}

function isNested(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

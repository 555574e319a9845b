/**
 * Levels of lists and records that JSON of others may have: what Ruby's JSON reads and writes at most
 * (`max_nesting`, https://docs.ruby-lang.org/en/3.4/JSON.html), which Content Snare is written in; the
 * JSON of .NET, and so Graph's, has 64 at most. Code that goes through JSON level by level takes some
 * hundred bytes of the stack for each, and Node has a megabyte.
 */
export const MAX_LEVELS = 100;

/**
 * Whether a JSON value has more levels than is looked at. Asked where JSON of others comes in, so that
 * nothing behind it has to; it goes through the levels itself without calling itself.
 */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isNested);
	for (let levels = 1; level.length > 0; levels++) {
		if (levels > MAX_LEVELS) return true;
		level = level.flatMap((one) => Object.values(one).filter(isNested));
	}
	return false;
}

function isNested(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

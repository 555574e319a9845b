import { mapWithPauses } from '../http/pauses';

/** Letters of a name that are compared: bounds the time, which grows with the square of the length. */
const COMPARED = 64;

/**
 * The known things whose names resemble what was written, the nearest first; case makes no difference.
 * @param most How many letters may differ: missing, too many, other ones, or two neighbours swapped.
 */
export function nearest<T>(
	written: string,
	known: readonly T[],
	nameOf: (thing: T) => string,
	most = Infinity,
): T[] {
	const measured = known.map((thing) => ({
		thing,
		distance: editDistance(written, nameOf(thing)),
	}));
	return sorted(measured.filter(({ distance }) => distance <= most));
}

/** The same for names of which there may be thousands. @param pause Made by `createPauses`. */
export async function nearestOfMany<T>(
	written: string,
	known: readonly T[],
	nameOf: (thing: T) => string,
	pause: () => Promise<void>,
): Promise<T[]> {
	const measure = (thing: T) => ({ thing, distance: editDistance(written, nameOf(thing)) });
	return sorted(await mapWithPauses(known, measure, pause));
}

function sorted<T>(measured: Array<{ thing: T; distance: number }>): T[] {
	return measured.sort((a, b) => a.distance - b.distance).map(({ thing }) => thing);
}

/** Optimal string alignment: Levenshtein's distance, with two swapped neighbours as one edit. */
function editDistance(written: string, name: string): number {
	const from = [...written.slice(0, COMPARED).toLowerCase()];
	const to = [...name.slice(0, COMPARED).toLowerCase()];
	let before: number[] = [];
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (const [index, letter] of from.entries()) {
		const next = [index + 1];
		for (const [column, other] of to.entries()) {
			const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
			const isSwapped = letter === to[column - 1] && other === from[index - 1];
			const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : Infinity;
			next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		[before, row] = [row, next];
	}
	return row.at(-1) ?? 0;
}

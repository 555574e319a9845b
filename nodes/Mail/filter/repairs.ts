import { SearchFilterError } from './error';
import type { TextSpan } from './token';

/** A piece that is refused although its meaning is certain, and the changes that make it valid. */
export interface Repair {
	reason: string;
	/** Where the piece begins, counted from 0. */
	position: number;
	/** What stands in each span becomes `text`. No two of a filter overlap. */
	edits: Array<TextSpan & { text: string }>;
}

/** The repair of a piece in one place: `text` is written instead. */
export function toRepair(reason: string, { start, end }: TextSpan, text: string): Repair {
	return { reason, position: start, edits: [{ start, end, text }] };
}

/** Reports the first of the repairs; `proposal` is the filter with all of them made. */
export function toRefusal(repairs: Repair[], proposal?: string): SearchFilterError {
	const first = repairs.reduce((least, next) => (next.position < least.position ? next : least));
	return new SearchFilterError(first.reason, first.position, proposal);
}

/**
 * For `catch`: what is wrong first, the fault or a repair. What follows it may be its consequence.
 *
 * @throws What was caught, where it is no fault of the filter.
 */
export function firstOf(caught: unknown, repairs: Repair[]): SearchFilterError {
	if (!(caught instanceof SearchFilterError)) throw caught;
	const isFirst = repairs.every(({ position }) => position > caught.position);
	return isFirst ? caught : toRefusal(repairs);
}

/** The filter with all repairs made, on one line. */
export function applyRepairs(text: string, repairs: Repair[]): string {
	const edits = repairs.flatMap((repair) => repair.edits).sort((a, b) => a.start - b.start);
	const kept = edits.map(
		({ start, text: added }, index) => text.slice(edits[index - 1]?.end, start) + added,
	);
	const repaired = kept.join('') + text.slice(edits.at(-1)?.end);
	return repaired.replace(/[\r\n]+/g, ' ').trim();
}

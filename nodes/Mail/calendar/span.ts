import { DateTime } from 'luxon';

/** A span of time; what only touches it is not in it. */
export interface Span {
	start: DateTime;
	end: DateTime;
}

/** Whether two spans have more than a border in common. */
export function isOverlap(one: Span, other: Span): boolean {
	return one.start < other.end && other.start < one.end;
}

/** Parts of a span, none longer than so many days. */
export function* splitSpan({ start, end }: Span, days: number): Generator<Span> {
	for (let from = start; from < end;) {
		const to = DateTime.min(from.plus({ days }), end);
		yield { start: from, end: to };
		from = to;
	}
}

import { valueFault } from './error';
import type { Operator } from './properties';
import type { Value } from './token';

/** From `start` up to, but without, `end`. */
export interface Interval {
	start: number;
	end: number;
}

/** Whether `value` stands to the interval as the operator says: `>` means after its end, `<` before it. */
export function standsTo(operator: Operator, value: number, { start, end }: Interval): boolean {
	switch (operator) {
		case ':':
		case '=':
			return value >= start && value < end;
		case '<>':
			return value < start || value >= end;
		case '<':
			return value < start;
		case '<=':
			return value < end;
		case '>':
			return value >= end;
		case '>=':
			return value >= start;
	}
}

/**
 * One point, or a range `A..B` with both ends.
 *
 * @param readPoint Reads a point; `offset` is where it begins in the value's text.
 * @throws {SearchFilterError} On ranges that are open, reversed or compared.
 */
export function readInterval(
	operator: Operator,
	value: Value,
	readPoint: (text: string, offset: number) => Interval,
): Interval {
	const dots = value.text.indexOf('..');
	if (dots < 0) return readPoint(value.text, 0);
	if (operator !== ':' && operator !== '=') {
		throw valueFault(value, `A range (..) goes with : only, not with ${operator}.`);
	}
	const from = value.text.slice(0, dots);
	const to = value.text.slice(dots + 2);
	if (from === '' || to === '') {
		throw valueFault(value, 'A range A..B needs both ends, without a blank between them.');
	}
	const { start } = readPoint(from, 0);
	const { end } = readPoint(to, dots + 2);
	if (end <= start) throw valueFault(value, 'The range ends before it begins.');
	return { start, end };
}

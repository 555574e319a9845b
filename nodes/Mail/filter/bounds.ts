import type { Operator } from './properties';

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

/** The nearest valid form of a range that is compared: `<>` means outside it, the others had one end. */
export function rangeInstead(operator: Operator, name: string, range: string): string {
	return operator === '<>' ? `(NOT ${name}:${range})` : `${name}:${range}`;
}

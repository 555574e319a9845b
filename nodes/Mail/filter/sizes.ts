import { readInterval, standsTo } from './bounds';
import { shown, valueFault } from './error';
import type { Operator } from './properties';
import type { Repair } from './repairs';
import { toRepair } from './repairs';
import { toHalfWidth } from './spellings';
import type { Value } from './token';

/** A whole number, or one with a unit: 1,024 bytes for each k, and so on. */
const SIZE = /^(\d+(?:[.,]\d{1,2}(?=[kmg]))?)(?:([kmg]?)(?:i?b)?|bytes?)$/i;
/** The first letters of the units, each 1,024 times the one before. */
const POWERS = ['', 'k', 'm', 'g'];

/**
 * A size in bytes, or a range `A..B` with both ends. A unit is another spelling of the same number.
 *
 * @throws {SearchFilterError} On fractions of a byte, and on ranges that are open, reversed or compared.
 */
export function readSize(
	operator: Operator,
	value: Value,
	repairs: Repair[],
): (bytes: number) => boolean {
	const numbers: number[] = [];
	const interval = readInterval(operator, value, (text, offset) => {
		const [, number = 'none', unit = ''] = SIZE.exec(toHalfWidth(text)) ?? [];
		const bytes = Number(number.replace(',', '.')) * 1024 ** POWERS.indexOf(unit.toLowerCase());
		if (!Number.isSafeInteger(bytes)) {
			throw valueFault(value, `${shown(text)} is not a number of bytes.`, offset);
		}
		numbers.push(bytes);
		return { start: bytes, end: bytes + 1 };
	});
	if (!/^[\d.]+$/.test(value.text)) {
		const quote = value.quoted ? 1 : 0;
		const reason = `${shown(value.text)}: a size is a number of bytes, in digits alone.`;
		const span = { start: value.start + quote, end: value.end - quote };
		repairs.push(toRepair(reason, span, numbers.join('..')));
	}
	return (size) => standsTo(operator, size, interval);
}

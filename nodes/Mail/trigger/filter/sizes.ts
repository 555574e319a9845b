import { standsTo } from './bounds';
import { shown } from './error';
import { valueFault, writtenName } from './restriction';
import type { Restriction } from './restriction';

export type SizeTest = (bytes: number) => boolean;

/** Powers of 1,024 behind the units that people write; only for the nearest valid form. */
const UNITS = new Map([
	['b', 0],
	['k', 1],
	['m', 2],
	['g', 3],
]);

/**
 * A size in bytes, or a range `A..B` with both ends.
 *
 * @throws {FilterFault} On units, fractions, and ranges that are open, reversed or compared.
 */
export function readSize(restriction: Restriction): SizeTest {
	const { value, operator } = restriction;
	const dots = value.text.indexOf('..');
	if (dots < 0) {
		const bytes = readBytes(restriction, value.text, 0);
		return (size) => standsTo(operator, size, { start: bytes, end: bytes + 1 });
	}
	const [from, to] = [value.text.slice(0, dots), value.text.slice(dots + 2)];
	if (operator !== ':' && operator !== '=') {
		throw valueFault(restriction, `A range (..) goes with : only, not with ${operator}.`, {
			whole: [`${writtenName(restriction)}:${value.text}`],
		});
	}
	if (from === '' || to === '') {
		throw valueFault(restriction, 'A range needs both ends, as in 1..500000.', {
			whole: [`${writtenName(restriction)}${from === '' ? '<=' : '>='}${from}${to}`],
		});
	}
	const start = readBytes(restriction, from, 0);
	const end = readBytes(restriction, to, dots + 2);
	if (end < start) {
		throw valueFault(restriction, 'The range ends before it begins.', {
			values: [`${to}..${from}`],
		});
	}
	return (size) => standsTo(':', size, { start, end: end + 1 });
}

function readBytes(restriction: Restriction, text: string, offset: number): number {
	const bytes = /^\d+$/.test(text) ? Number(text) : NaN;
	if (Number.isSafeInteger(bytes)) return bytes;
	const inBytes = toBytes(text);
	if (inBytes === undefined) {
		throw valueFault(restriction, `${shown(text)} is not a number of bytes.`, { offset });
	}
	const whole = restriction.value.text;
	throw valueFault(restriction, `${shown(text)}: a size is a number of bytes, in digits alone.`, {
		offset,
		values: [`${whole.slice(0, offset)}${inBytes}${whole.slice(offset + text.length)}`],
	});
}

/** What a size with a unit or with separators stands for, or undefined. */
function toBytes(text: string): number | undefined {
	const parts = /^(\d[\d,']*(?:\.\d+)?)([a-z]*)$/i.exec(text);
	if (!parts) return undefined;
	const power = parts[2] === '' ? 0 : UNITS.get((parts[2] ?? '').slice(0, 1).toLowerCase());
	if (power === undefined) return undefined;
	const bytes = Math.round(Number((parts[1] ?? '').replace(/[,']/g, '')) * 1024 ** power);
	return Number.isSafeInteger(bytes) ? bytes : undefined;
}

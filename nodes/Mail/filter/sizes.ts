import { rangeInstead, standsTo } from './bounds';
import { shown } from './error';
import type { Restriction } from './restriction';
import { refuseSpacedRange, valueFault, writtenName } from './restriction';

export type SizeTest = (bytes: number) => boolean;

/** Powers of 1,024 behind the units that people write; only for the nearest valid form. */
const UNITS = ['', 'k', 'm', 'g'];
const WITH_UNIT = /^([\d.,']+)(?:([kmg]?)(?:i?b)?|bytes?)$/i;
const IN_THOUSANDS = /^\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*$/;
/** Three decimals would be taken for thousands, and by others thousands for them. */
const DECIMAL = /^\d+(?:[.,]\d{1,2})?$/;

/**
 * A size in bytes, or a range `A..B` with both ends.
 *
 * @throws {FilterFault} On units, fractions, and ranges that are open, reversed or compared.
 */
export function readSize(restriction: Restriction): SizeTest {
	const { value, operator } = restriction;
	refuseUnitAside(restriction);
	refuseSpacedRange(restriction);
	const dots = value.text.indexOf('..');
	if (dots < 0) {
		const bytes = readBytes(restriction, value.text, 0);
		return (size) => standsTo(operator, size, { start: bytes, end: bytes + 1 });
	}
	const [from, to] = [value.text.slice(0, dots), value.text.slice(dots + 2)];
	if (operator !== ':' && operator !== '=') {
		throw valueFault(restriction, `A range (..) goes with : only, not with ${operator}.`, {
			whole: [rangeInstead(operator, writtenName(restriction), value.text)],
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

/** `size>5 MB` would be more than five bytes, and the word MB somewhere in the mail. */
function refuseUnitAside(restriction: Restriction): void {
	const { value, rest } = restriction;
	const unit = /^\s+(?:[kmg]i?b|bytes?)(?![^\s()])/i.exec(rest)?.[0];
	if (value.quoted || unit === undefined) return;
	const bytes = toBytes(`${value.text}${unit.trim()}`);
	throw valueFault(
		restriction,
		`${shown(unit.trim())}: a size is a number of bytes, in digits alone.`,
		{
			offset: value.text.length,
			values: bytes === undefined ? [] : [String(bytes)],
			extra: unit.length,
		},
	);
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

/** What a size with a unit or with separators stands for; undefined where it may be one or the other. */
function toBytes(text: string): number | undefined {
	const [, number = '', letter = ''] = WITH_UNIT.exec(text) ?? [];
	const power = UNITS.indexOf(letter.toLowerCase());
	const isWhole = IN_THOUSANDS.test(number) && (power === 0 || !/^[^.,]*[.,][^.,]*$/.test(number));
	if (!isWhole && !(DECIMAL.test(number) && (power > 0 || /^\d+$/.test(number)))) return undefined;
	const digits = isWhole ? number.replace(/[.,']/g, '') : number.replace(',', '.');
	const bytes = Math.round(Number(digits) * 1024 ** power);
	return Number.isSafeInteger(bytes) ? bytes : undefined;
}

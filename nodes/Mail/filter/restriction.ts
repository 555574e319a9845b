import { FilterFault } from './error';
import type { Operator, Property } from './properties';

/** A word or phrase of the filter, as it was written. */
export interface Value {
	kind: 'value';
	/** Without the quotes around it; a `*` after the closing quote stands at its end. */
	text: string;
	quoted: boolean;
	/** Where it stands in the filter, quotes included. */
	start: number;
	end: number;
}

/** One property compared with one value. */
export interface Restriction<Kind extends Property = Property> {
	/** Missing for a word that stands alone. */
	property?: Kind;
	operator: Operator;
	value: Value;
	/** Name and operator as they were written; empty for a word alone and inside `subject:(...)`. */
	written: string;
	/** What follows the value in the filter, to recognise a value that lacks its quotes. */
	rest: string;
}

interface Instead {
	/** Where in the value's text the fault lies. */
	offset?: number;
	/** Values that would do, the likeliest first; quoted where they have to be. */
	values?: string[];
	/** What would do in place of the whole restriction, tried after the values. */
	whole?: string[];
	/** How many characters after the value belong to it. */
	extra?: number;
}

/** The fault of a restriction whose value cannot be used. */
export function valueFault(
	{ value, written }: Pick<Restriction, 'value' | 'written'>,
	reason: string,
	{ offset = 0, values = [], whole = [], extra = 0 }: Instead = {},
): FilterFault {
	const quote = (text: string) => (value.quoted || /\s/.test(text) ? `"${text}"` : text);
	const texts = [...values.map((text) => written + quote(text)), ...whole];
	return new FilterFault(
		reason,
		value.start + (value.quoted ? 1 : 0) + offset,
		texts.map((text) => ({
			start: value.start - written.length,
			end: value.end + extra,
			text,
		})),
	);
}

/** The name of the restriction's property, as it was written. */
export function writtenName({
	written,
	operator,
}: Pick<Restriction, 'written' | 'operator'>): string {
	return written.slice(0, written.length - operator.length);
}

/**
 * A range with blanks in it would be one end, and the other looked for in the text.
 *
 * @throws {FilterFault} On `A .. B`, `A.. B` and `A ..B`.
 */
export function refuseSpacedRange(restriction: Restriction): void {
	const { value, rest } = restriction;
	const range = /^([^\s.]+)(\s*)\.\.(\s*)([\p{L}\d][^\s()"]*)/u.exec(value.text + rest);
	const [whole = '', from = '', before = '', after = '', to = ''] = range ?? [];
	if (value.quoted || before + after === '') return;
	throw valueFault(restriction, 'A range has no blanks around its two dots.', {
		offset: from.length,
		values: [`${from}..${to}`],
		extra: whole.length - value.text.length,
	});
}

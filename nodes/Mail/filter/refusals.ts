import type { Edit } from './error';
import { FilterFault, shown } from './error';
import { lookUpProperty, nearestProperties, PROPERTY_NAMES } from './properties';
import type { PropertyToken, Token } from './tokens';

/** How many of the known names are tried in place of an unknown one. */
const NAMES_TRIED = 4;

/** Conditions of other search tools that mean more than their property's name. */
const FOREIGN_FORMS: Array<[foreign: RegExp, here: string]> = [
	[/^has:attachments?$/i, 'hasAttachments:true'],
	[/^after:(?=.)/i, 'received>='],
	[/^before:(?=.)/i, 'received<'],
];

/** `category:red`, `http://...`: a name before an operator that is no property. */
export function unknownProperty(start: number, name: string, chunk: string): FilterFault {
	const end = start + chunk.length;
	const rest = chunk.slice(name.length);
	const isLink = rest.startsWith('://') || name.length === 1;
	const form = FOREIGN_FORMS.find(([foreign]) => foreign.test(chunk));
	const names = isLink ? [] : nearestProperties(name).slice(0, NAMES_TRIED);
	const texts = form ? [chunk.replace(...form)] : names.map((known) => `${known}${rest}`);
	return new FilterFault(
		`${shown(name)} is none of the properties that can be searched (${PROPERTY_NAMES.join(', ')}).`,
		start,
		(texts.length > 0 ? texts : [`"${chunk}"`]).map((text) => ({ start, end, text })),
	);
}

/** NEAR, ONEAR, WORDS and XRANK, with the parameters after them. */
export function unknownOperator(
	text: string,
	start: number,
	name: string,
	length: number,
): FilterFault {
	const after = text.slice(start + length);
	const parameters = /^\(([^()]*)\)/.exec(after);
	const end = start + length + (parameters?.[0].length ?? 0);
	const ranked = /^\s*(?:"[^"]*"|[^\s()"]+)/.exec(text.slice(end));
	const synonyms = (parameters?.[1] ?? '').split(',').map((word) => word.trim());
	const edits: Record<string, Edit> = {
		WORDS: { start, end, text: `(${synonyms.join(' OR ')})` },
		XRANK: { start, end: end + (ranked?.[0].length ?? 0), text: '' },
	};
	return new FilterFault(
		`${name} is not supported. Use AND or OR, or write the word in small letters.`,
		start,
		[
			edits[name] ?? { start, end, text: 'AND' },
			{ start, end: start + length, text: name.toLowerCase() },
		],
	);
}

/** An operator without a property directly before it: `size > 5000`, `subject :invoice`. */
export function misplacedOperator(
	text: string,
	start: number,
	chunk: string,
	last: Token | undefined,
): FilterFault {
	const property = last?.kind === 'value' && !last.quoted ? lookUpProperty(last.text) : undefined;
	const operator = OPERATOR_START.exec(chunk)?.[0] ?? '';
	const end = start + chunk.length;
	const edits: Edit[] = [];
	if (last && property) {
		const blanks = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
		edits.push({
			start: last.start,
			end: operator.length === chunk.length ? end + blanks : end,
			text: `${text.slice(last.start, last.end)}${chunk}`,
		});
	}
	// Without its `<` or `>`, a comparison would be another one.
	if (!/^[<>]/.test(chunk) || chunk.endsWith('>')) {
		edits.push({ start, end, text: withoutSigns(chunk) });
	}
	return new FilterFault(
		`${shown(operator)} needs a property directly before it and a value directly after it.`,
		start,
		edits,
	);
}

/** A value that begins with an operator: `size=>5000`, `received==today`, `from:<contoso.com>`. */
export function operatorInValue(
	text: string,
	start: number,
	chunk: string,
	{ operator, ...last }: PropertyToken,
): FilterFault {
	const end = start + chunk.length;
	const sign = OPERATOR_START.exec(chunk)?.[0] ?? '';
	const name = text.slice(last.start, last.end - operator.length);
	const value = withoutSigns(chunk);
	const turned =
		operator === '=' && (sign === '>' || sign === '<') ? [`${name}${sign}=${value}`] : [];
	return new FilterFault(
		`A value cannot begin with ${shown(sign)}.`,
		start,
		[...turned, `${name}${operator}${value}`].map((changed) => ({
			start: last.start,
			end,
			text: changed,
		})),
	);
}

/** `subject:-spam` or `subject:NOT spam` would look for what was meant to be left out. */
export function signedValue(
	text: string,
	start: number,
	sign: string,
	last: PropertyToken,
): FilterFault {
	const end = start + sign.length;
	const property = text.slice(last.start, last.end);
	const small = { start, end, text: sign.toLowerCase() };
	if (sign === 'AND' || sign === 'OR') {
		return new FilterFault(`${sign} is not a value; for the word, use small letters.`, start, [
			small,
		]);
	}
	const blanks = /^\s*/.exec(text.slice(end))?.[0].length ?? 0;
	const turned = { start: last.start, end: end + blanks, text: `NOT ${property}` };
	return new FilterFault(
		`${sign === 'NOT' ? sign : `A ${sign}`} stands before the property, not before its value.`,
		start,
		sign === 'NOT' ? [turned, small] : [{ ...turned, end, text: `-${property}` }],
	);
}

/** Operators of programming languages, and what they are here. */
const FOREIGN_OPERATORS = new Map([
	['!=', '<>'],
	['≠', '<>'],
	['≤', '<='],
	['≥', '>='],
]);

/** `size≥5000`, `subject!=spam`: undefined where the chunk is no property with such an operator. */
export function foreignOperator(start: number, chunk: string): FilterFault | undefined {
	const [, name = '', operator = ''] = /^(\p{L}+)(!=|[≠≤≥])/u.exec(chunk) ?? [];
	const text = FOREIGN_OPERATORS.get(operator);
	if (text === undefined || !lookUpProperty(name)) return undefined;
	const position = start + name.length;
	return new FilterFault(`${operator} is not an operator; write ${text}.`, position, [
		{ start: position, end: position + operator.length, text },
	]);
}

const OPERATOR_START = /^(?:<>|<=|>=|[:=<>])/;

/** The chunk without operators at either end, as in `<contoso.com>`. */
function withoutSigns(chunk: string): string {
	const isSign = (index: number) => /[:=<>]/.test(chunk[index] ?? '');
	let start = 0;
	let end = chunk.length;
	while (isSign(start)) start += 1;
	while (end > start && isSign(end - 1)) end -= 1;
	return chunk.slice(start, end);
}

/** `subject:` with nothing after it, or `size> 5000`. */
export function missingValue(text: string, property: PropertyToken, next?: Token): FilterFault {
	const written = text.slice(property.start, property.end);
	return new FilterFault(
		`${shown(written)} needs its value directly after it, without a blank.`,
		property.start,
		next?.kind === 'value'
			? [
					{
						start: property.start,
						end: next.end,
						text: `${written}${text.slice(next.start, next.end)}`,
					},
				]
			: [{ start: property.start, end: property.end, text: '' }],
	);
}

/** Words and signs by which several things are asked for at once. */
const JOINED = /\s(?:and|or|und|oder|&&?|\|\|?|\/)\s/i;
/** A property with its value, or JSON. */
const KEYED = /^[{[]|^[a-z_]+[:=]\S/i;
const QUOTED = /^["“”„'].*["“”']$/;

/**
 * How to write a text that is looked for letter by letter, where it holds the signs of a search language; undefined
 * for one that holds none.
 */
export function adviceOnLiteral(text: string): string | undefined {
	if (KEYED.test(text)) return ': write the value alone';
	if (JOINED.test(text)) return ': write one, and run the step once for each';
	const sign = QUOTED.test(text) ? 'quotes' : /[*%]/.exec(text)?.[0];
	if (sign !== undefined) return `, with its ${sign}: leave them out`;
	return text.includes(',')
		? ': write one part of the name, or run the step once for each'
		: undefined;
}

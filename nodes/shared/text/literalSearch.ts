/** Words and signs by which several things are asked for at once. */
const JOINED = /\s(?:and|or|und|oder|&&?|\|\|?|\/)\s/i;
/** A property with its value, or JSON. */
const KEYED = /^[{[]|^[a-z_]+[:=]\S/i;
/** Words for all there is. */
const ALL = /^(?:all|any|every(?:one|body|thing))$/i;
const QUOTED = /^["“”„'].*["“”']$/;
/** Longest text that is repeated, in characters. */
const SHOWN = 60;

/**
 * How a text was understood that is looked for letter by letter, and how to write it, where it holds the signs of a
 * search language. To be read behind the field's name; undefined for one that holds none.
 */
export function explainLiteral(text: string): string | undefined {
	const advice = adviceOn(text);
	const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
	return advice === undefined ? undefined : ` "${shown}" is looked for as it stands${advice}.`;
}

function adviceOn(text: string): string | undefined {
	if (ALL.test(text)) return ': to have all, leave it empty, or use the step that lists them';
	if (KEYED.test(text)) return ': write the value alone';
	if (JOINED.test(text)) return ': write one, and run the step once for each';
	const sign = QUOTED.test(text) ? 'quotes' : /[*%]/.exec(text)?.[0];
	if (sign !== undefined) return `, with its ${sign}: leave them out`;
	if (!text.includes(',')) return undefined;
	return ': write one part of the name, or run the step once for each';
}

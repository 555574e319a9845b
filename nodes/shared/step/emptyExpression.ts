import type { IExecuteFunctions } from 'n8n-workflow';
import { chosenValue } from './readParameters';

/** As many names as fit into two lines of the panel. */
const MAX_NAMES = 12;
/** Names as nodes give them; an address or a text that somebody wrote may stand as one, too, and is not shown. */
const PLAIN_NAME = /^[\w $-]{1,40}$/;
/** Longer expressions are not repeated. */
const MAX_EXPRESSION = 80;

/**
 * Why a field is empty that an expression was to fill: what the item has that came in.
 * @param path Stored names that lead to the field.
 * @returns a sentence for people; undefined where no expression of the item stands in the field.
 */
export function explainEmpty(
	context: Pick<IExecuteFunctions, 'getNode' | 'getInputData'>,
	path: ReadonlyArray<string | number>,
	itemIndex: number,
): string | undefined {
	let stored: unknown = context.getNode().parameters;
	for (const name of path) stored = Object(stored)[name];
	const expression = chosenValue(stored);
	if (typeof expression !== 'string' || !/^=.*\$json\b/s.test(expression)) return undefined;
	const all = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	const names = all.filter((name) => PLAIN_NAME.test(name)).slice(0, MAX_NAMES);
	const more = all.length > names.length ? ', and more' : '';
	const has =
		all.length > 0
			? `It has: ${names.join(', ')}${more}.`
			: 'It is empty: the step before returned nothing.';
	const shown = expression.slice(1).trim();
	const named = shown.length > MAX_EXPRESSION ? 'The expression' : shown;
	return `${named} gave nothing for this item. ${has}`;
}

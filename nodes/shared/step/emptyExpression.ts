import type { IExecuteFunctions } from 'n8n-workflow';
import { chosenValue } from './readParameters';

/** As many names as fit into two lines of the panel. */
const MAX_NAMES = 12;

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
	const names = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	const more = names.length > MAX_NAMES ? ', and more' : '';
	const has =
		names.length > 0
			? `It has: ${names.slice(0, MAX_NAMES).join(', ')}${more}.`
			: 'It is empty: the step before returned nothing.';
	return `${expression.slice(1).trim()} gave nothing for this item. ${has}`;
}

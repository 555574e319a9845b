import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isEntered, mapFieldTexts, plainLabel } from './modelValues';
import type { Operation, OperationResult } from './operation';
import { chosenValue } from './readParameters';

/**
 * What an agent reads where nothing was found: an output without items is an empty text to it, which
 * says neither that the step ran nor what was looked for.
 * @param parameters What the step was given, as n8n holds it.
 * @param notice What the step itself says, of what it left out.
 * @param why How the search was understood; it may end in a proposal, so that nothing stands behind it.
 */
export function nothingFound(
	fields: INodeProperties[],
	parameters: Record<string, unknown>,
	notice?: OperationResult,
	why?: string,
): OperationResult {
	const searched: IDataObject = {};
	for (const field of fields) {
		const given = parameters[field.name];
		if (isEntered(field, given)) Object.assign(searched, { [field.name]: filledIn(given) });
	}
	const more = [notice?.json.more, why].filter((said) => said !== undefined).join(' ');
	return { json: { found: 0, searched, ...notice?.json, ...(more && { more }) } };
}

/** What was chosen; of a collection only what is not empty. */
function filledIn(given: unknown): unknown {
	const chosen = chosenValue(given);
	const entries = z.record(z.unknown()).safeParse(chosen).data;
	if (!entries) return chosen;
	const filled = Object.entries(entries).map(([name, value]) => [name, chosenValue(value)]);
	return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

/**
 * What was understood of a search that found nothing, and how to write it: for people and language models. Undefined
 * where nothing about it is odd.
 */
export function explainNothing(
	{ fields, explain = {} }: Pick<Operation<unknown, unknown>, 'fields' | 'explain'>,
	parameters: Record<string, unknown>,
): string | undefined {
	const said: string[] = [];
	mapFieldTexts(fields, parameters, (field, text) => {
		const understood = explain[field.name]?.(text);
		if (understood !== undefined) said.push(`${plainLabel(field)}${understood}`);
		return text;
	});
	return said.length > 0 ? said.join(' ') : undefined;
}

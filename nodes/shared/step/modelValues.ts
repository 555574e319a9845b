import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput } from '../http/failures';
import { chosenValue } from './readParameters';

/** What language models and programs write for no value; `Null` is a surname. */
const NO_VALUE = /^(?:null|NULL|undefined|unchanged|n\/a|N\/A|\[object Object\])$/;

const entries = z.record(z.unknown());

/**
 * Refuses words of a language model that stand for no value: as text they would be searched for, stored or
 * sent. What is chosen from a list may be called so.
 * @param parameters What the step was given, as n8n holds it.
 * @throws InvalidInput, naming the field.
 */
export function checkModelValues(
	fields: INodeProperties[],
	parameters: Record<string, unknown>,
): void {
	for (const { name, type, options = [] } of fields) {
		const given = chosenValue(parameters[name]);
		if (type === 'collection') {
			const inside = options.flatMap((option) => ('type' in option ? [option] : []));
			checkModelValues(inside, entries.safeParse(given).data ?? {});
		}
		if (type === 'options' || type === 'multiOptions' || typeof given !== 'string') continue;
		if (!NO_VALUE.test(given.trim())) continue;
		throw new InvalidInput(`is the word "${given.trim()}"`, name, 'For no value leave it empty.');
	}
}

import { DateTime } from 'luxon';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

type ItemContext = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>;

/**
 * Reads the parameters of an item as n8n holds them, by name. A field that is hidden for the chosen
 * options has no value and takes its default; a resource locator stays `{ mode, value }`. What no
 * expression fills is the same for all items and read once: n8n takes longer for each than the step.
 */
export function parameterReader(context: ItemContext, fields: INodeProperties[]) {
	const stored = context.getNode().parameters;
	const fixed = new Map<INodeProperties, unknown>();
	return (itemIndex: number): Record<string, unknown> =>
		collect(fields, (field): unknown => {
			if (fixed.has(field)) return fixed.get(field);
			const value = plain(context.getNodeParameter(field.name, itemIndex, field.default));
			if (!holdsExpression(stored[field.name] ?? field.default)) fixed.set(field, value);
			return value;
		});
}

/** A date as n8n itself gives one inside of a collection: as text. */
function plain(value: unknown): unknown {
	return DateTime.isDateTime(value) && value.isValid ? value.toString() : value;
}

/** Whether a text in a stored value may be an expression: n8n stores those with `=` in front. */
const holdsExpression = (stored: unknown) => JSON.stringify(stored)?.includes('"=') ?? false;

/** The values of fields that are shown, by name, read one by one. */
export function collect(
	fields: INodeProperties[],
	read: (field: INodeProperties) => unknown,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const field of fields) {
		const { name, type } = field;
		if (type === 'notice' || type === 'hidden') continue;
		const value = read(field);
		// Two fields may share a name and be shown in turn; the one with a value wins.
		parameters[name] = value ?? parameters[name];
	}
	return parameters;
}

/** A resource locator as n8n holds it: what was chosen stands inside. */
const locator = z.object({ __rl: z.literal(true), value: z.unknown() });

/** The value of a parameter; of a resource locator what was chosen. */
export function chosenValue(given: unknown): unknown {
	const { success, data } = locator.safeParse(given);
	return success ? data.value : given;
}

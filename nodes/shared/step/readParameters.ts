import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/**
 * The parameters of one item as n8n holds them, by name. A field that is hidden for the chosen
 * options has no value and takes its default; a resource locator stays `{ mode, value }`.
 */
export function readParameters(
	this: Pick<IExecuteFunctions, 'getNodeParameter'>,
	fields: INodeProperties[],
	itemIndex: number,
): Record<string, unknown> {
	return collect(fields, (name, fallback): unknown =>
		this.getNodeParameter(name, itemIndex, fallback),
	);
}

/** The values of fields that are shown, by name, read one by one. */
export function collect(
	fields: INodeProperties[],
	read: (name: string, fallback: INodeProperties['default']) => unknown,
): Record<string, unknown> {
	const parameters: Record<string, unknown> = {};
	for (const { name, type, default: fallback } of fields) {
		if (type === 'notice' || type === 'hidden') continue;
		const value = read(name, fallback);
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

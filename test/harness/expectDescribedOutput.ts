import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';

const registries = { mail: mailRegistry, collection: collectionRegistry };

/**
 * What an operation put out is what its `output` says, to the last key and in its order. Raw answers (Simplify off) are
 * the provider's.
 * @param asTool Leaves out what only a language model gets: the notice `more`, and that nothing was found.
 * It need not get what is empty or usual.
 */
export function expectDescribedOutput(
	node: keyof typeof registries,
	{ resource, operation, simplify }: INodeParameters,
	items: INodeExecutionData[],
	asTool = false,
): void {
	const schema = registries[node].find(String(resource), String(operation))?.output;
	if (!schema || simplify === false) return;
	for (const { json } of items) {
		if (json.error !== undefined || (asTool && json.found === 0)) continue;
		const { more, ...rest } = json;
		const described = asTool && more !== undefined ? rest : json;
		const read = asTool && schema instanceof z.ZodObject ? schema.partial() : schema;
		const { data } = read.safeParse(described);
		expect(data).toEqual(described);
		// What is read has its keys in the order of the schema.
		expect(JSON.stringify(data)).toBe(JSON.stringify(described));
	}
}

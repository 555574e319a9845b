import type { INodeProperties } from 'n8n-workflow';

/** A property with all that it is shown for. */
interface Shared {
	property: INodeProperties;
	/** Equal for equal properties. */
	key: string;
	resources: string[];
	operations: string[];
}

/**
 * All fields of a node. What several operations have alike is one property, shown for all of them: the
 * description is read whole by browsers, by n8n's own assistants and by MCP clients. The order of each
 * operation's fields is kept.
 * @param all The fields of each operation, and what n8n shows them for: IDs of operations are unique in the node.
 */
export function sharedProperties(
	all: ReadonlyArray<{ resource: string; operation: string; fields: readonly INodeProperties[] }>,
): INodeProperties[] {
	const shared: Shared[] = [];
	for (const { resource, operation, fields } of all) {
		// Goes backwards and puts each field in front of the one that follows it, so that the order is kept.
		let end = shared.length;
		for (const property of [...fields].reverse()) {
			const key = JSON.stringify(property);
			const place = shared.findLastIndex((known, index) => index < end && known.key === key);
			const entry = shared[place] ?? { property, key, resources: [], operations: [] };
			if (place < 0) shared.splice(end, 0, entry);
			else end = place;
			entry.resources.push(resource);
			entry.operations.push(operation);
		}
	}
	return shared.map(({ property, resources, operations }) => {
		const { show, ...rest } = property.displayOptions ?? {};
		// In this order: where one holds an expression n8n shows the field, whatever those after it hold.
		const step = { resource: [...new Set(resources)], operation: operations };
		return { ...property, displayOptions: { ...rest, show: { ...step, ...show } } };
	});
}

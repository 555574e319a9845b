import type { INodeProperties } from 'n8n-workflow';

/** The fields of one operation, and what n8n shows them for. */
export interface ShownFields {
	resource: string;
	operation: string;
	fields: readonly INodeProperties[];
}

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
 * @param all With IDs of operations that are unique in the node.
 */
export function sharedProperties(all: readonly ShownFields[]): INodeProperties[] {
	let shared: Shared[] = [];
	for (const { resource, operation, fields } of all) {
		const own = fields.map((property) => ({
			property,
			key: JSON.stringify(property),
			resources: [resource],
			operations: [operation],
		}));
		shared = merge(shared, own);
	}
	return shared.map(({ property, resources, operations }) => {
		const { show, ...rest } = property.displayOptions ?? {};
		// In this order: where one holds an expression n8n shows the field, whatever those after it hold.
		const step = { resource: [...new Set(resources)], operation: operations };
		return { ...property, displayOptions: { ...rest, show: { ...step, ...show } } };
	});
}

/** Both lists as one that keeps the order of each and has their longest common part once. */
function merge(known: readonly Shared[], own: readonly Shared[]): Shared[] {
	const lengths = commonLengths(known, own);
	const merged: Shared[] = [];
	let [i, j] = [0, 0];
	for (;;) {
		const [left, right] = [known[i], own[j]];
		if (!left || !right) return [...merged, ...known.slice(i), ...own.slice(j)];
		if (left.key === right.key) {
			merged.push({
				...left,
				resources: [...left.resources, ...right.resources],
				operations: [...left.operations, ...right.operations],
			});
			i++;
			j++;
		} else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
			merged.push(left);
			i++;
		} else {
			merged.push(right);
			j++;
		}
	}
}

/** For each place in both lists, how long the longest common part of what follows is. */
function commonLengths(known: readonly Shared[], own: readonly Shared[]): number[][] {
	const lengths: number[][] = [];
	for (let i = known.length; i >= 0; i--) {
		const row: number[] = [];
		for (let j = own.length; j >= 0; j--) {
			const isCommon = known[i] !== undefined && known[i]?.key === own[j]?.key;
			const below = lengths[i + 1] ?? [];
			row[j] = isCommon ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
		}
		lengths[i] = row;
	}
	return lengths;
}

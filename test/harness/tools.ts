import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { Collection } from '../../nodes/Collection/Collection.node';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { Mail } from '../../nodes/Mail/Mail.node';
import { mailRegistry } from '../../nodes/Mail/registry';

const schemaShape = z.object({
	properties: z.record(
		z.object({ description: z.string().optional(), type: z.string().optional() }),
	),
	required: z.array(z.string()).default([]),
});

/** What a language model reads of a tool, as n8n hands it on. */
export interface ReadTool {
	id: string;
	/** The parameters that n8n fills in, defaults among them. */
	parameters: INodeParameters;
	description: string;
	fields: z.output<typeof schemaShape>['properties'];
	required: string[];
	/** Of the description and of the schema, without the address of JSON Schema in it. */
	characters: number;
}

/** A tool of which only the resource and the operation were chosen. */
export function droppedTool(nodeType: INodeType, resource: string, operation: string): ReadTool {
	const { description } = nodeType;
	const node: INode = {
		id: 'tool',
		name: operation,
		type: `${description.name}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation },
	};
	// As n8n names the variant of a node that is a tool.
	const asTool = { ...description, name: node.type };
	node.parameters =
		NodeHelpers.getNodeParameters(asTool.properties, node.parameters, true, false, node, asTool) ??
		{};
	const { response } = createNodeAsTool({
		node,
		nodeType,
		handleToolInvocation: async () => await Promise.resolve(),
	});
	const schema = zodToJsonSchema(response.schema);
	const { properties, required } = schemaShape.parse(schema);
	return {
		id: operation,
		parameters: node.parameters,
		description: response.description,
		fields: properties,
		required,
		characters: response.description.length + textOf(schema).length,
	};
}

function textOf(schema: object): string {
	return JSON.stringify(schema, (key, value: unknown) => (key === '$schema' ? undefined : value));
}

/** All steps of both nodes that can be tools. */
export function allTools(): ReadTool[] {
	const nodes = [
		{ nodeType: new Mail(), registry: mailRegistry },
		{ nodeType: new Collection(), registry: collectionRegistry },
	];
	return nodes.flatMap(({ nodeType, registry }) =>
		registry.groups.flatMap(({ resource, operations }) =>
			operations
				.filter(({ properties }) => properties.some(({ name }) => name === 'toolDescription'))
				.map(({ id }) => droppedTool(nodeType, resource, id)),
		),
	);
}

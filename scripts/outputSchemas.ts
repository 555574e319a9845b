import path from 'node:path';
import { collectionRegistry } from '../nodes/Collection/registry';
import { mailRegistry } from '../nodes/Mail/registry';
import type { JsonSchema } from './jsonSchema';
import { toJsonSchema } from './jsonSchema';
import { shippedNodes } from './shippedClasses';
import { stepsOf } from './steps';

/** What one step puts out, for the editor: its fields can be dragged before the step ever ran. */
export interface OutputSchema {
	/** Where n8n looks for it, relative to the built package. */
	file: string;
	/** Where it belongs. */
	folder: string;
	version: number;
	resource: string;
	operation: string;
	schema: JsonSchema;
}

/** Those of triggers are missing: n8n's editor shows none for nodes of that group. */
const STEPS = [
	...stepsOf(mailRegistry).map((step) => ({ node: 'mail', ...step })),
	...stepsOf(collectionRegistry).map((step) => ({ node: 'collection', ...step })),
];

/**
 * The schemas of all steps.
 * @see `n8n-core/dist/nodes-loader/output-schema-resolver.js`, where the names of the files come from
 */
export function outputSchemas(): OutputSchema[] {
	return shippedNodes().flatMap(({ source, instance: { description } }) => {
		const folder = path.posix.dirname(source);
		const steps = STEPS.filter(({ node }) => node === description.name);
		return [description.version].flat().flatMap((version) =>
			steps.map(({ resource, id: operation, output }) => ({
				file: `${folder}/__schema__/v${toThreeParts(version)}/${resource}/${operation}.json`,
				...{ folder, version, resource, operation },
				schema: toJsonSchema(output),
			})),
		);
	});
}

function toThreeParts(version: number): string {
	return [...String(version).split('.'), '0', '0'].slice(0, 3).join('.');
}

import { isJsonObject, type JsonObject } from '../simulator/exchange';

const COMPONENTS = '#/components/schemas/';

/** Bases that stand for any of the kinds made of them: OpenAPI's discriminator, spelled out. */
const KINDS: Record<string, string[]> = {
	'microsoft.graph.outlookItem': [
		'microsoft.graph.message',
		'microsoft.graph.event',
		'microsoft.graph.contact',
	],
	'microsoft.graph.attachment': [
		'microsoft.graph.fileAttachment',
		'microsoft.graph.itemAttachment',
		'microsoft.graph.referenceAttachment',
	],
};

function objectAt(value: unknown, ...path: string[]): JsonObject {
	const found = path.reduce<unknown>(
		(inner, name) => (isJsonObject(inner) ? inner[name] : undefined),
		value,
	);
	return isJsonObject(found) ? found : {};
}

function convertAll(values: unknown, document: JsonObject): unknown[] {
	return Array.isArray(values) ? values.map((value) => toJsonSchema(value, document)) : [];
}

/** All parts of a composed schema, bases first, so that nearer properties win. */
function flatten(schema: JsonObject, document: JsonObject): JsonObject[] {
	const { allOf, $ref, ...own } = schema;
	const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
	const base =
		typeof $ref === 'string'
			? [objectAt(document, 'components', 'schemas', $ref.slice(COMPONENTS.length))]
			: [];
	return [...[...base, ...parts].flatMap((part) => flatten(part, document)), own];
}

/**
 * An OpenAPI 3.0 schema as JSON Schema: `nullable` becomes a second type, composed objects are
 * merged and closed, so that a misspelled property is found.
 * @param document the whole description, for references
 */
export function toJsonSchema(schema: unknown, document: JsonObject): JsonObject {
	if (!isJsonObject(schema)) return {};
	if (typeof schema.$ref === 'string') {
		return { $ref: `#/$defs/${schema.$ref.slice(COMPONENTS.length)}` };
	}
	const { nullable } = schema;
	if (Array.isArray(schema.enum) && schema.enum.every((value) => value === null)) {
		return { type: 'null' };
	}
	const result = convert(schema, document);
	return nullable === true ? { anyOf: [result, { type: 'null' }] } : result;
}

function convert(schema: JsonObject, document: JsonObject): JsonObject {
	for (const choice of ['anyOf', 'oneOf'] as const) {
		if (Array.isArray(schema[choice])) return { [choice]: convertAll(schema[choice], document) };
	}
	const parts = flatten(schema, document);
	const properties = Object.assign({}, ...parts.map((part) => objectAt(part, 'properties')));
	if (Object.keys(properties).length > 0) {
		// Some of it is required of the description alone (fact: odata-type-required).
		const required = parts.flatMap((part) =>
			Array.isArray(part.required) ? part.required.map(String) : [],
		);
		return {
			type: 'object',
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, value]) => [name, toJsonSchema(value, document)]),
			),
			...(required.length === 0 ? {} : { required: [...new Set(required)] }),
			additionalProperties: false,
		};
	}
	const kept = ['type', 'enum', 'format', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];
	return {
		...Object.fromEntries(Object.entries(schema).filter(([name]) => kept.includes(name))),
		...(schema.items === undefined ? {} : { items: toJsonSchema(schema.items, document) }),
	};
}

/** All component schemas under the names that converted references point to. */
export function componentSchemas(document: JsonObject): JsonObject {
	const components = objectAt(document, 'components', 'schemas');
	return Object.fromEntries(
		Object.entries(components).map(([name, schema]) => {
			const kinds = KINDS[name]?.filter((kind) => kind in components) ?? [];
			if (kinds.length > 0) {
				return [name, { anyOf: kinds.map((kind) => ({ $ref: `#/$defs/${kind}` })) }];
			}
			return [name, toJsonSchema(schema, document)];
		}),
	);
}

/** The object at a path, or what its reference points to. */
export function resolve(value: unknown, document: JsonObject): JsonObject {
	if (!isJsonObject(value)) return {};
	if (typeof value.$ref !== 'string') return value;
	return objectAt(document, ...value.$ref.slice('#/'.length).split('/'));
}

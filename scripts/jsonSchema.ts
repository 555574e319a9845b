import { z } from 'zod';

/** The parts of JSON Schema that outputs need. */
export interface JsonSchema {
	type?: string | string[];
	const?: unknown;
	enum?: string[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	additionalProperties?: boolean | JsonSchema;
	items?: JsonSchema;
	anyOf?: JsonSchema[];
}

/**
 * The same as a JSON schema that takes and refuses the same values. Of several forms a value may have,
 * the first one's keys stand at the root: n8n's editor reads only `type`, `properties` and `items`.
 * @throws RangeError for a kind of schema that no output has.
 */
export function toJsonSchema(schema: z.ZodTypeAny): JsonSchema {
	if (schema instanceof z.ZodOptional) return toJsonSchema(schema.unwrap());
	if (schema instanceof z.ZodNullable) {
		const { type = [], ...rest } = toJsonSchema(schema.unwrap());
		return { type: [type, 'null'].flat(), ...rest };
	}
	if (schema instanceof z.ZodObject) return objectSchema(schema);
	if (schema instanceof z.ZodRecord) {
		return { type: 'object', additionalProperties: toJsonSchema(schema.element) };
	}
	if (schema instanceof z.ZodArray) return { type: 'array', items: toJsonSchema(schema.element) };
	if (schema instanceof z.ZodUnion) return unionSchema(schema.options);
	if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options };
	if (schema instanceof z.ZodLiteral) return { type: typeof schema.value, const: schema.value };
	if (schema instanceof z.ZodString) return { type: 'string' };
	if (schema instanceof z.ZodNumber) return { type: 'number' };
	if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
	if (schema instanceof z.ZodAny || schema instanceof z.ZodUnknown) return {};
	throw new RangeError(`An output has no ${schema.constructor.name}`);
}

/** Outputs are described to the last key: only records of the provider may have more. */
function objectSchema(schema: z.AnyZodObject): JsonSchema {
	const keys = Object.entries<z.ZodTypeAny>(schema.shape);
	return {
		type: 'object',
		properties: Object.fromEntries(keys.map(([key, value]) => [key, toJsonSchema(value)])),
		required: keys.filter(([, value]) => !value.isOptional()).map(([key]) => key),
		additionalProperties: schema._def.unknownKeys === 'passthrough',
	};
}

function unionSchema(options: z.ZodTypeAny[]): JsonSchema {
	const anyOf = options.map(toJsonSchema);
	const [usual] = anyOf;
	return { type: 'object', properties: usual?.properties, anyOf };
}

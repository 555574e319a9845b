import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { toJsonSchema } from '../../scripts/jsonSchema';

const registries = { mail: mailRegistry, collection: collectionRegistry };

declare global {
	/** By the text of a JSON schema, for all test files of a process: compiling one takes milliseconds. */
	var validators: Map<string, ValidateFunction> | undefined;
}

/** By the schema that a step states, and whether it ran as a tool. */
const compiled = [new Map<z.ZodTypeAny, Reader>(), new Map<z.ZodTypeAny, Reader>()] as const;

interface Reader {
	read: z.ZodTypeAny;
	/** The JSON schema that the package ships of it. */
	validate: ValidateFunction;
}

function readerOf(schema: z.ZodTypeAny, asTool: boolean): Reader {
	const known = compiled[asTool ? 1 : 0];
	const read = asTool && schema instanceof z.ZodObject ? schema.partial() : schema;
	const reader = known.get(schema) ?? { read, validate: validatorOf(toJsonSchema(read)) };
	known.set(schema, reader);
	return reader;
}

function validatorOf(schema: object): ValidateFunction {
	const validators = (globalThis.validators ??= new Map());
	const text = JSON.stringify(schema);
	const validate = validators.get(text) ?? new Ajv({ allowUnionTypes: true }).compile(schema);
	validators.set(text, validate);
	return validate;
}

/** What no JSON holds: the editor does not show it, and the next node finds a key without a value. */
const isEmptyKey = (value: unknown): boolean =>
	value === undefined ||
	(typeof value === 'object' && value !== null && Object.values(value).some(isEmptyKey));

/** Items have no keys without a value, at any depth. */
export function expectNoEmptyKeys(items: INodeExecutionData[]): void {
	for (const { json } of items)
		if (isEmptyKey(json)) expect(json).toStrictEqual(JSON.parse(JSON.stringify(json)));
}

/**
 * What an operation put out is what its `output` says, to the last key and in its order, and what the
 * schema for the editor says. Raw answers (Simplify off) are the provider's.
 * @param asTool Leaves out what only a language model gets: the notices `more` and `addresses`, and that nothing
 * was found, or why one of several was not done.
 * It need not get what is empty or usual.
 */
export function expectDescribedOutput(
	node: keyof typeof registries,
	{ resource, operation, simplify }: INodeParameters,
	items: INodeExecutionData[],
	asTool = false,
): void {
	expectNoEmptyKeys(items);
	const schema = registries[node].find(String(resource), String(operation))?.output;
	if (!schema || simplify === false) return;
	const { read, validate } = readerOf(schema, asTool);
	for (const { json } of items) {
		const isNothing = json.found === 0 || typeof json.problem === 'string';
		if (json.error !== undefined || (asTool && isNothing)) continue;
		if (json.dryRun === true && json.would !== undefined) {
			expect(Object.keys(json)).toEqual(['dryRun', 'would', ...Object.keys(json).slice(2)]);
			expect(json.would).toMatch(/^[A-Z][^:]+: ./);
			continue;
		}
		const { more, addresses, ...rest } = json;
		const described = asTool && (more ?? addresses) !== undefined ? rest : json;
		const { data } = read.safeParse(described);
		// What is read has its keys in the order of the schema. An assertion costs more than the comparison.
		const text = JSON.stringify(described);
		if (JSON.stringify(data) !== text) {
			expect(data).toEqual(described);
			expect(JSON.stringify(data)).toBe(text);
		}
		if (!validate(JSON.parse(text))) expect(validate.errors).toBeNull();
	}
}

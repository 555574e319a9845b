import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { anything } from '../provider/understand';

/** The output of a step that deleted something. */
export const deletedItem = z.object({ deleted: z.literal(true), id: z.string() });

/**
 * An item with its keys, at any depth, in the order in which the schema names them. Keys that it does
 * not name stand behind, such as those that the provider adds, with all that they hold. Keys without a value are left
 * out: n8n's editor shows none, and the next node would find them.
 */
export function inOrder(schema: z.ZodTypeAny, json: IDataObject): IDataObject {
	const result = ordered(schema, json);
	return isObject(result) ? result : json;
}

function ordered(schema: z.ZodTypeAny, value: GenericValue): GenericValue {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return ordered(schema.unwrap(), value);
	}
	if (schema instanceof z.ZodUnion) {
		const options: z.ZodTypeAny[] = schema.options;
		const fitting = options.find((option) => option.safeParse(value).success);
		return fitting ? ordered(fitting, value) : value;
	}
	if (schema instanceof z.ZodArray && Array.isArray(value)) {
		return value.map((entry) => ordered(schema.element, entry));
	}
	if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
	const shape: Record<string, z.ZodTypeAny> = schema.shape;
	return withValues(value, Object.keys(shape), (key, held) =>
		ordered(shape[key] ?? anything, held),
	);
}

/** An item of its own: later nodes may write into it, but not into another one, or the memory of a trigger. */
export function copyOf(json: IDataObject): IDataObject {
	return withValues(json, [], (_, held) => copied(held));
}

function copied(value: GenericValue): GenericValue {
	if (Array.isArray(value)) return value.map(copied);
	return isObject(value) ? copyOf(value) : value;
}

/** What is made of the values of an object, of some keys first; without those that have none. */
function withValues(
	object: IDataObject,
	first: string[],
	make: (key: string, held: GenericValue) => GenericValue,
): IDataObject {
	const keys = [...new Set([...first, ...Object.keys(object)])];
	const held = keys.filter((key) => object[key] !== undefined);
	return Object.fromEntries(held.map((key) => [key, make(key, object[key])]));
}

function isObject(value: GenericValue): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An item with these of its keys alone. */
export function onlyKeys(keys: readonly string[], json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([key]) => keys.includes(key)));
}

/**
 * An item for a language model, which pays for every character: without empty values, and without those
 * that most items have.
 * @param usual Values that most items have, by their keys.
 */
export function withoutUsual(usual: IDataObject, json: IDataObject): IDataObject {
	const isUsual = (key: string, value: GenericValue) =>
		value === '' || (Array.isArray(value) && value.length === 0) || usual[key] === value;
	return Object.fromEntries(Object.entries(json).filter(([key, value]) => !isUsual(key, value)));
}

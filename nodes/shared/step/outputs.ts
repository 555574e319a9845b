import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { anything } from '../provider/understand';

/** The output of a step that deleted something. */
export const deletedItem = z.object({ deleted: z.literal(true), id: z.string() });

/**
 * An item with its keys, at any depth, in the order in which the schema names them. Keys that it does
 * not name stand behind, such as those that the provider adds.
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
	const named = Object.keys(shape).filter((key) => Object.hasOwn(value, key));
	const keys = new Set([...named, ...Object.keys(value)]);
	return Object.fromEntries(
		[...keys].map((key) => [key, ordered(shape[key] ?? anything, value[key])]),
	);
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

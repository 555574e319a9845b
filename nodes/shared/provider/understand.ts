import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { ProviderFailure } from '../failures';

/** The part of an answer that is relied upon; whatever else it holds is left out. */
export type Shape<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** Every answer of which nothing is used. */
export const anything = z.unknown();

/** An object whose properties are handed on as they are. */
export const anyObject: Shape<IDataObject> = z.record(z.custom<IDataObject[string]>());

/**
 * The part of an answer that is relied upon.
 * @throws ProviderFailure when it is not there: a 200 can still carry a broken body.
 */
export function understand<T>(shape: Shape<T>, body: unknown, refuse = () => unreadable()): T {
	const parsed = shape.safeParse(body);
	if (parsed.success) return parsed.data;
	throw refuse();
}

/** An object as the provider gave it, beside what the package uses of it. */
export function withRaw<T>(shape: Shape<T>) {
	return anyObject.transform((raw, context) => {
		const used = shape.safeParse(raw);
		if (used.success) return { raw, used: used.data };
		for (const issue of used.error.issues) context.addIssue(issue);
		return z.NEVER;
	});
}

/**
 * A property that is of use but not relied upon: what is odd about it must not cost the rest of its object,
 * nor the list that the object stands in. It then counts as missing.
 */
export function ifReadable<S extends z.ZodTypeAny>(shape: S) {
	return shape.nullish().catch(undefined);
}

/** A list of which each entry is read by itself: one that cannot be read is left out. */
export function readableOf<T>(shape: Shape<T>): Shape<T[]> {
	return z.array(z.unknown()).transform((entries) =>
		entries.flatMap((entry) => {
			const read = shape.safeParse(entry);
			return read.success ? [read.data] : [];
		}),
	);
}

export const UNREADABLE_HINT =
	'Run the step again; if it stays so, report it with the time and the step.';

/**
 * The failure for an answer that does not have the shape it should have.
 * @param check How to find out what became of a request that must not be made twice: it was answered,
 * so that it may well have taken effect.
 */
export function unreadable(
	message = "The provider's answer could not be read",
	check?: string,
): ProviderFailure {
	return new ProviderFailure('unavailable', message, {
		mayHaveHappened: check !== undefined,
		hint: check ?? UNREADABLE_HINT,
	});
}

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { ProviderFailure } from '../failures';

/** Every answer of which nothing is used. */
export const anything = z.unknown();

/** An object whose properties are handed on as they are. */
export const anyObject: z.ZodType<IDataObject, z.ZodTypeDef, unknown> = z.record(
	z.custom<IDataObject[string]>(),
);

/**
 * The part of an answer that is relied upon.
 * @throws ProviderFailure when it is not there: a 200 can still carry a broken body.
 */
export function understand<T>(shape: z.ZodType<T, z.ZodTypeDef, unknown>, body: unknown): T {
	const parsed = shape.safeParse(body);
	if (parsed.success) return parsed.data;
	throw unreadable();
}

/** An object as the provider gave it, beside what the package uses of it. */
export function withRaw<T>(shape: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return anyObject.transform((raw, context) => {
		const used = shape.safeParse(raw);
		if (used.success) return { raw, used: used.data };
		for (const issue of used.error.issues) context.addIssue(issue);
		return z.NEVER;
	});
}

/** The failure for an answer that does not have the shape it should have. */
export function unreadable(): ProviderFailure {
	return new ProviderFailure('unavailable', "The provider's answer could not be read", {
		hint: 'Run the step again; if it stays so, report it with the time and the step.',
	});
}

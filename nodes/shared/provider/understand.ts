import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { ProviderFailure } from '../failures';

/** What is shown above the output of a step where `understandEntries` left something out. */
export const LEFT_OUT =
	'The output is not complete: entries of the answer could not be read, and were left out.';

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

/** Where something lies in an answer: keys of records, positions in lists. */
type Path = Array<string | number>;

/**
 * The part of an answer that is relied upon, without the entries of its lists that cannot be read: one
 * of them must not cost the others. Of lists in lists, the innermost entry is left out. What decides
 * whether something may be done is read by `understand` instead: there, a missing entry is a hole.
 * @returns how many entries were left out, too: somebody has to be told.
 * @throws ProviderFailure when what cannot be read is no entry of a list.
 */
export function understandEntries<T>(
	shape: Shape<T>,
	body: unknown,
	refuse = () => unreadable(),
): { read: T; leftOut: number } {
	let leftOut = 0;
	for (let rest = body; ;) {
		const parsed = shape.safeParse(rest);
		if (parsed.success) return { read: parsed.data, leftOut };
		const entries = parsed.error.issues.map(({ path }) => entryIn(path));
		if (entries.some((path) => path.length === 0)) throw refuse();
		const before = leftOut;
		rest = without(rest, entries, () => (leftOut += 1));
		if (leftOut === before) throw refuse();
	}
}

/** The way to the innermost entry of a list on a way; an empty one where there is none. */
function entryIn(path: Path): Path {
	return path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1);
}

/** A copy of a value without the entries that the paths lead to. @param note runs for each of them. */
function without(value: unknown, paths: Path[], note: () => void): unknown {
	const inner = new Map<string | number, Path[]>();
	for (const [key = '', ...rest] of paths) {
		const known = inner.get(key);
		if (known) known.push(rest);
		else inner.set(key, [rest]);
	}
	const kept = (entry: unknown, key: string | number): unknown[] => {
		const below = inner.get(key);
		if (!below) return [entry];
		if (below.every((rest) => rest.length > 0)) return [without(entry, below, note)];
		note();
		return [];
	};
	if (Array.isArray(value)) return value.flatMap(kept);
	const entries = Object.entries(anyObject.catch({}).parse(value));
	return Object.fromEntries(
		entries.flatMap(([key, one]) => kept(one, key).map((left) => [key, left])),
	);
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
		isUnreadable: true,
		mayHaveHappened: check !== undefined,
		hint: check ?? UNREADABLE_HINT,
	});
}

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { ProviderFailure } from '../http/failures';

/** What is said of the output of a step where `understandEntries` left something out. */
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
 * @throws ProviderFailure when it is not there: a 200 can still carry a broken body (fact: broken-list).
 */
export function understand<T>(shape: Shape<T>, body: unknown, refuse = () => unreadable()): T {
	const parsed = shape.safeParse(body);
	if (parsed.success) return parsed.data;
	throw refuse();
}

/** Where something lies in an answer: keys of records, positions in lists. */
type Path = Array<string | number>;

/**
 * The part of an answer that is relied upon, as far as it can be read. An odd property that the shape can do without
 * counts as missing. An entry of a list that still cannot be read is left out, so that the others are not lost. Only
 * `understand` may read what decides whether something is allowed: there, a missing part would be a hole.
 * @returns also how many entries were left out: somebody has to be told.
 * @throws ProviderFailure when what cannot be read is no entry of a list, and cannot be done without.
 */
export function understandEntries<T>(
	shape: Shape<T>,
	body: unknown,
	refuse = () => unreadable(),
): { read: T; leftOut: number } {
	const { read, leftOut } = readParts(shape, body);
	if (!read.success) throw refuse();
	return { read: read.data, leftOut };
}

/** A shape that reads what it can, as `understandEntries` does. */
export function lenient<T>(shape: Shape<T>): Shape<T> {
	return z.unknown().transform((value, context) => {
		const { read } = readParts(shape, value);
		return read.success ? read.data : refuseAs(read.error, context);
	});
}

/** An object as the provider gave it, and the part that the package uses, as far as that can be read. */
export function withRaw<T>(shape: Shape<T>) {
	return anyObject.transform((raw, context) => {
		const { read } = readParts(shape, raw);
		return read.success ? { raw, used: read.data } : refuseAs(read.error, context);
	});
}

function refuseAs({ issues }: z.ZodError, context: z.RefinementCtx): never {
	for (const issue of issues) context.addIssue(issue);
	return z.NEVER;
}

function readParts<T>(shape: Shape<T>, value: unknown) {
	let leftOut = 0;
	for (let rest = value; ;) {
		const read = shape.safeParse(rest);
		if (read.success) return { read, leftOut };
		const odd = read.error.issues.map(({ path }) => existingPart(path, rest));
		// An empty path: the value itself is odd, and no part of it can be taken out.
		if (odd.some((path) => path.length === 0)) return { read, leftOut };
		rest = without(rest, odd, (key) => (leftOut += typeof key === 'number' ? 1 : 0));
	}
}

/** The part of a path that exists in the value. A missing property is the fault of what it is missing from. */
function existingPart(path: Path, value: unknown): Path {
	const [key, ...rest] = path;
	if (key === undefined) return [];
	const inner: unknown = Reflect.get(Object(value), key);
	return inner === undefined ? [] : [key, ...existingPart(rest, inner)];
}

/** A copy of a value without what the paths lead to. @param note runs for each of them, with its key. */
function without(value: unknown, paths: Path[], note: (key: string | number) => void): unknown {
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
		note(key);
		return [];
	};
	if (Array.isArray(value)) return value.flatMap(kept);
	const entries = Object.entries(anyObject.catch({}).parse(value));
	return Object.fromEntries(
		entries.flatMap(([key, entry]) => kept(entry, key).map((rest) => [key, rest])),
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

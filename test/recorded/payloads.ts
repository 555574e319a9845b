import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import windowsZones from 'cldr-core/supplemental/windowsZones.json';
import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';

/*
 * Answers of the providers that nobody in this project wrote. They lie outside of the repository, in a
 * folder that the environment names (RECORDED_ANSWERS).
 */

const payload = z.object({
	id: z.string(),
	kind: z.string(),
	/** The body is a page of such things. */
	list: z.boolean(),
	request: z
		.string()
		.nullish()
		.transform((request) => request ?? ''),
	status: z.number(),
	headers: z
		.record(z.coerce.string())
		.nullish()
		.transform((headers) => headers ?? {}),
	body: z.unknown(),
});
export type Payload = z.output<typeof payload>;

/** All recorded answers of a folder. */
export function loadPayloads(folder: string): Payload[] {
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return files.sort().flatMap((name) => {
		const content: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
		return z.object({ cases: z.array(payload) }).parse(content).cases;
	});
}

/** What lies in a value at a path of names; undefined where there is nothing. */
export function at(value: unknown, ...names: Array<string | number>): unknown {
	return names.reduce<unknown>(
		(inner, name) =>
			inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), name),
		value,
	);
}

/** The text at a path; empty where there is none. */
export function textAt(value: unknown, ...names: Array<string | number>): string {
	const found = at(value, ...names);
	return typeof found === 'string' ? found : '';
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, ...names: Array<string | number>): unknown[] {
	const found = at(value, ...names);
	return Array.isArray(found) ? found : [];
}

/** The things that a payload holds, those without an ID too. */
export function entriesOf({ list, body }: Payload): unknown[] {
	return list ? listAt(body, 'value') : [body];
}

/** A payload as a page: a thing by itself is a page of one. */
export function pageOf({ list, body }: Payload): object {
	return list ? Object(body) : { value: [body] };
}

/** The same value with the names of its objects in order, and without those that hold nothing. */
function ordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(ordered);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return Object.fromEntries(entries.sort().map(([name, inner]) => [name, ordered(inner)]));
}

export function isAlike(one: unknown, other: unknown): boolean {
	return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** What is different in an output from what a payload lets expect. */
export function differences(output: unknown, expected: object): string[] {
	return Object.entries(expected).flatMap(([name, wanted]) => {
		const found = at(output, name);
		if (isAlike(found ?? undefined, wanted ?? undefined)) return [];
		return `${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`.slice(0, 400);
	});
}

const zones = new Map(
	windowsZones.supplemental.windowsZones.mapTimezones
		.filter(({ mapZone }) => mapZone._territory === '001')
		.map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
);

/** The moment of a time with its zone, by Unicode's table; undefined where that does not know it. */
export function momentOf(time: unknown): DateTime<true> | undefined {
	const zone = at(time, 'timeZone') ?? 'UTC';
	const name = zones.get(String(zone).toLowerCase()) ?? String(zone);
	if (!IANAZone.isValidZone(name)) return undefined;
	const moment = DateTime.fromISO(textAt(time, 'dateTime'), { zone: name });
	return moment.isValid ? moment : undefined;
}

/** The person in a field of addresses, as steps show people. */
export function personOf(recipient: unknown): { address: string; name?: string } | undefined {
	const [address, name] = ['address', 'name'].map((one) => textAt(recipient, 'emailAddress', one));
	if (!address && !name) return undefined;
	return { address: address ?? '', ...(name ? { name } : {}) };
}

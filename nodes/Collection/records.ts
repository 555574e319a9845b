import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** IDs are texts; accounts of the API's early days have numbers. */
export const recordId = z.union([z.string().min(1), z.number()]).transform(String);

const text = z.string().nullish();

/** Any record: its ID is relied upon, everything else is handed on as it is. */
export const recordShape = z.object({ id: recordId }).passthrough();

/** A template, folder, communication schedule or company. */
export const namedShape = z.object({ id: recordId, name: text }).passthrough();
export type Named = z.output<typeof namedShape>;

export const clientShape = z
	.object({ id: recordId, email: text, full_name: text, phone: text })
	.passthrough();
export type Client = z.output<typeof clientShape>;

/** What a list of requests, a request and the answer to a written one have in common. */
export const requestShape = z
	.object({
		id: recordId,
		name: text,
		status: text,
		due: text,
		share_link: text,
		updated_at: text,
		clients: z.array(z.object({ id: recordId, email: text }).passthrough()).nullish(),
		client: z.object({ id: recordId, email: text }).passthrough().nullish(),
	})
	.passthrough();
export type RequestRecord = z.output<typeof requestShape>;

export const teamMemberShape = z
	.object({ id: recordId, email: text, full_name: text })
	.passthrough();

export const webhookShape = z
	.object({
		id: recordId,
		url: text,
		enabled: z.boolean().nullish(),
		subscriptions: z.array(z.string()).nullish(),
	})
	.passthrough();
export type Webhook = z.output<typeof webhookShape>;

/** An answer that may be a record, or nothing at all: deletions and changes in bulk. */
export const anyRecord = z.record(z.unknown()).catch({});

/** A record as an output item: without the keys that have no value, at any depth. */
export function present(record: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(record).flatMap(([key, value]): Array<[string, GenericValue]> => {
			const known = toGeneric(value);
			return known === undefined || known === null ? [] : [[key, known]];
		}),
	);
}

const anyObject = z.record(z.unknown());

/** A JSON value under n8n's type for one, its records without the keys that have no value. */
export function toGeneric(value: unknown): GenericValue {
	if (Array.isArray(value)) return value.map(toGeneric);
	switch (typeof value) {
		case 'string':
		case 'number':
		case 'boolean':
			return value;
		case 'object':
			return value === null ? null : present(anyObject.parse(value));
		default:
			return undefined;
	}
}

/** Email addresses are the same whatever their case. */
export function isSameEmail(one: string | null | undefined, other: string | null | undefined) {
	return !!one && !!other && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Names as people compare them: without regard to case and blanks around. */
export function isSameName(one: string | null | undefined, other: string | null | undefined) {
	return !!one && !!other && one.trim().toLowerCase() === other.trim().toLowerCase();
}

import { z } from 'zod';

/** IDs are texts; accounts of the API's early days have numbers. */
export const recordId = z.union([z.string().min(1), z.number()]).transform(String);

/**
 * A text that nothing rests on. What an API does not document may be written differently one day: it
 * is left out then, and the record stays.
 */
export const text = z
	.union([z.string(), z.number(), z.boolean()])
	.transform(String)
	.nullish()
	.catch(undefined);

/** A list that nothing rests on: where it is no list, it is left out too. */
export function listOf<Entry extends z.ZodTypeAny>(entry: Entry) {
	return z
		.unknown()
		.transform((given) => (Array.isArray(given) ? given : undefined))
		.pipe(z.array(entry).optional());
}

/** Any record: its ID is relied upon, everything else is handed on as it is. */
export const recordShape = z.object({ id: recordId }).passthrough();

/** A template, folder, communication schedule or company. */
export const namedShape = z.object({ id: recordId, name: text }).passthrough();
export type Named = z.output<typeof namedShape>;

export const teamMemberShape = z
	.object({ id: recordId, email: text, full_name: text, phone: text })
	.passthrough();

export const clientShape = teamMemberShape.extend({ client_companies: listOf(namedShape) });
export type Client = z.output<typeof clientShape>;

const clientOfRequest = z.object({ id: recordId, email: text }).passthrough();

/** What a list of requests, a request and the answer to a written one have in common. */
export const requestShape = z
	.object({
		id: recordId,
		name: text,
		status: text,
		due: text,
		share_link: text,
		updated_at: text,
		clients: listOf(clientOfRequest),
		client: clientOfRequest.nullish().catch(undefined),
		pages: listOf(namedShape),
	})
	.passthrough();
export type RequestRecord = z.output<typeof requestShape>;

export const webhookShape = z
	.object({
		id: recordId,
		type: text,
		url: text,
		enabled: z.boolean().nullish().catch(undefined),
		subscriptions: listOf(z.string()),
	})
	.passthrough();
export type Webhook = z.output<typeof webhookShape>;

/** An answer that may be a record, or nothing at all: deletions and changes in bulk. */
export const anyRecord = z.record(z.unknown()).catch({});

/** A body without the keys that were not given. */
export function given(body: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

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

/** A body without the keys that were not given. */
export function given(body: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

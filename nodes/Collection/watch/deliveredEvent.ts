import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { objectionToId } from '../../shared/http/pathSegment';
import { anyObject } from '../../shared/provider/understand';
import { present } from '../api/items';
import { recordId } from '../api/records';
import { meaningOf } from './eventMeanings';

/** A text that cannot be an ID counts as missing: Content Snare did not write it. */
const id = recordId
	.refine((given) => objectionToId(given) === undefined)
	.optional()
	.catch(undefined);
const named = z.object({ id }).optional().catch(undefined);

/** The parts of a delivery's body that are read; whatever else it holds may be of any shape. */
const noticeShape = z.object({
	event_name: z.string(),
	id,
	page_id: id,
	section_id: id,
	field_id: id,
	request_id: id,
	account_id: id,
	request: named,
	client: named,
});

/** A delivery of Content Snare: an event and the things that it names. Anybody may have written it. */
export type DeliveredEvent = NonNullable<ReturnType<typeof readDeliveredEvent>>;

/** Reads a delivery; undefined for anything else. */
export function readDeliveredEvent(given: unknown) {
	const read = noticeShape.safeParse(given);
	if (!read.success) return undefined;
	const { event_name: event, ...ids } = read.data;
	const kind = meaningOf(event)?.kind;
	const isOfRequest = kind === 'request' || event === 'request_viewed';
	return {
		event,
		/** The ID in the body. */
		id: ids.id,
		/** The thing that the event is about, where the account can read it. */
		about: kind && ids.id !== undefined ? { kind, id: ids.id } : undefined,
		/** The other things that it names. */
		pageId: kind === 'page' ? ids.id : ids.page_id,
		requestId: isOfRequest ? ids.id : (ids.request?.id ?? ids.request_id),
		clientId: kind === 'client' ? ids.id : (ids.client?.id ?? ids.account_id),
		body: withoutCodes(anyObject.parse(given)),
	};
}

/** Codes with which a client opens a request without a sign-in. */
const CODES = /^(pin_?code|pass_?code)$/i;

/** A record without such codes, and without the keys that have no value, at any depth. */
export function withoutCodes(record: Record<string, unknown>): IDataObject {
	return present(record, CODES);
}

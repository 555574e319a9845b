import type { JsonObject } from '../exchange';
import type { SimClient, SimField, SimRequest } from './model';
import { renderField, renderRequest } from './render';
import type { CollectionWorld } from './world';

/** Bodies of deliveries: `x-webhooks` of the vendor's description, fact: webhook-delivery, fact: webhook-quirks, fact: webhook-unsigned. */

function clientKeys(client: SimClient): JsonObject {
	return {
		id: client.id,
		company_name: client.client_companies[0]?.name ?? null,
		email: client.email,
		full_name: client.full_name,
		phone: client.phone,
		avatar: client.avatar,
	};
}

/** What is delivered of a client. */
export function clientDelivery(event: string, client: SimClient): JsonObject {
	return { event_name: event, ...clientKeys(client) };
}

function requestKeys(request: SimRequest, world: CollectionWorld): JsonObject {
	const read = renderRequest(request, world);
	const [client] = request.clients;
	return {
		id: request.id,
		name: request.name,
		status: request.status,
		// The API itself says `due`.
		due_date: request.due,
		folder_name: request.folder_name,
		url: read.url,
		pin_code_enabled: 'true',
		// In clear.
		pin_code: '4711',
		request_template_name: request.template_name,
		communications_template_name: request.schedule_name,
		// A text, as in the vendor's examples.
		completion_percentage: String(read.completion_percentage),
		share_link: read.share_link,
		owner_name: read.owner_name,
		author_name: read.author_name,
		...(client ? { client: clientKeys(client) } : {}),
	};
}

/**
 * What is delivered of a request; less of a new one.
 * @see https://www.contentsnare.com/help/knowledge-base/content-snare-webhooks/
 */
export function requestDelivery(
	event: string,
	request: SimRequest,
	world: CollectionWorld,
): JsonObject {
	const { share_link, pin_code, pin_code_enabled, ...keys } = requestKeys(request, world);
	const more = event === 'request_created' ? {} : { share_link, pin_code, pin_code_enabled };
	return { event_name: event, ...keys, ...more };
}

/** What is delivered of a field; with the page and section that hold it. */
export function fieldDelivery(
	event: string,
	field: SimField,
	request: SimRequest,
	world: CollectionWorld,
): JsonObject {
	const page = request.pages.find((one) =>
		one.sections.some((section) => section.fields.includes(field)),
	);
	const section = page?.sections.find((one) => one.fields.includes(field));
	const {
		id,
		name,
		instruction_text,
		status,
		type,
		values,
		values_flat: flat,
	} = renderField(field, 0);
	return {
		event_name: event,
		id,
		section_id: section?.id,
		section_name: section?.name,
		page_id: page?.id,
		page_name: page?.name,
		name,
		instruction_text,
		status,
		type,
		values,
		values_flat: flat,
		request: requestKeys(request, world),
	};
}

/**
 * Sends a delivery to every webhook that is enabled and subscribed to its event, one after the other.
 * @returns the statuses that came back; 0 where nobody answered.
 */
export async function deliver(world: CollectionWorld, body: JsonObject): Promise<number[]> {
	const statuses: number[] = [];
	for (const { url, enabled, subscriptions } of world.webhooks) {
		if (!enabled || !subscriptions.includes(String(body.event_name))) continue;
		statuses.push(await post(url, body));
	}
	return statuses;
}

/** Posts a body to an address, as the vendor does and as anybody can. @returns the status, 0 for none. */
export async function post(url: string, body: unknown): Promise<number> {
	return await postText(url, JSON.stringify(body));
}

/** Those who hear within the process what is posted to their origin. */
const within = new Map<string, (url: URL, body: string) => Promise<number>>();

/** From now on what is posted to an origin goes to `hear`, without a connection. @returns what ends that. */
export function hearWithin(
	origin: string,
	hear: (url: URL, body: string) => Promise<number>,
): () => void {
	within.set(origin, hear);
	return () => void within.delete(origin);
}

/** The same, with a body that is JSON already. */
export async function postText(url: string, body: string): Promise<number> {
	const hear = within.get(new URL(url).origin);
	if (hear) return await hear(new URL(url), body);
	try {
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body,
		});
		await answer.arrayBuffer();
		return answer.status;
	} catch (error) {
		// fetch reports a connection that is refused or broken as a TypeError.
		if (error instanceof TypeError) return 0;
		throw error;
	}
}

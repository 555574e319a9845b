import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import { createOnce } from '../api/createOnce';
import { collectionPath } from '../api/paths';
import type { RequestRecord } from '../api/records';
import { given, recordId, requestShape } from '../api/records';
import { findClients, readClientOnce } from '../clients/clients';
import type { NamedReference, PersonReference } from '../clients/references';
import { REFUSED, resolveTemplate, unknownTemplate } from '../templates/templates';
import { claim, isClaimed } from './claims';

/** A new request: whom it is for, what it is made from, and the rest under the API's names. */
export interface RequestOrder {
	client: PersonReference;
	/** Must be the email of the client chosen by ID. */
	clientEmail?: string;
	template?: NamedReference;
	body: RequestBody;
}

interface RequestBody extends Record<string, unknown> {
	name: string;
	/** `yyyy-mm-dd` */
	due?: string;
	status: 'published' | 'draft';
	client_full_name?: string;
}

/** How far the provider's clock may lag behind ours, in milliseconds: unsynchronised hosts drift by minutes. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Creates a request, at most once, and returns it with its share link. The contract's spellings
 * (`client_id`, `template_id`) go out beside those of the published reference.
 */
export async function postRequestOnce(
	api: CollectionClient,
	order: RequestOrder,
	now: number,
): Promise<RequestRecord> {
	const client = await clientKeys(api, order);
	const template = order.template && (await resolveTemplate(api, 'request', order.template));
	const { name, due, status } = order.body;
	const body = { ...order.body, ...client, ...templateKeys(template) };
	const created = await createOnce({
		what: 'request',
		async create() {
			const answered = await api.post(collectionPath`/requests`, given(body), requestShape);
			// Another of the same name and client belongs to another item.
			claim(api, answered.id, now);
			return answered;
		},
		async lookUp() {
			const found = await findCreated(api, { name, email: client.client_email, due, status, now });
			return found && claim(api, found.id, now) ? found : undefined;
		},
		hint: 'Look for the name and the client in Content Snare before running the step again.',
	}).catch(rethrow(REFUSED, async (failure) => await explained(api, failure, order, template)));
	return await withShareLink(api, created);
}

/** Changes a request; undefined keys stay as they are. An answer without a body is accepted. */
export async function putRequest(
	api: CollectionClient,
	id: string,
	changes: Record<string, unknown>,
): Promise<RequestRecord> {
	const answer = requestShape.extend({ id: recordId.catch(id) });
	const path = collectionPath`/requests/${id}`;
	return await api.put(path, given(changes), answer.catch({ id }));
}

/** The API finds a client by email alone; by ID the email is read first. */
async function clientKeys(api: CollectionClient, order: RequestOrder) {
	const { by, value } = order.client;
	const wanted = order.clientEmail;
	const differs = () =>
		new InvalidInput(
			'the chosen client has another email than the one in Options',
			'client',
			'Choose the client by either its ID or its email.',
		);
	if (by === 'email') {
		if (wanted && !isSameText(wanted, value)) throw differs();
		return { client_email: value };
	}
	const { id, email } = await readClientOnce(api, value);
	if (!email) {
		throw new InvalidInput(
			'the chosen client has no email',
			'client',
			'Add one with Update Client.',
		);
	}
	if (wanted && !isSameText(wanted, email)) throw differs();
	return { client_id: id, client_email: email };
}

function templateKeys(template: NamedReference | undefined) {
	if (!template) return {};
	return template.by === 'id'
		? { template_id: template.value, request_template_id: template.value }
		: { request_template_name: template.value };
}

/**
 * The request that a lost answer was about: same name and client, with the client or a draft as it should be, not older
 * than the attempt, and nobody else's.
 */
async function findCreated(
	api: CollectionClient,
	sought: Pick<RequestBody, 'name' | 'due' | 'status'> & { email: string; now: number },
): Promise<RequestRecord | undefined> {
	const candidates = await api.list(collectionPath`/requests`, requestShape, {
		query: { q: sought.name, q_by: ['name'], expand: ['clients'] },
		where: (request) =>
			!isClaimed(api, request.id) &&
			isSameText(request.name, sought.name) &&
			(request.status === 'draft') === (sought.status === 'draft') &&
			(sought.due === undefined || !request.due || request.due === sought.due) &&
			(request.clients ?? []).some(({ email }) => isSameText(email, sought.email)),
	});
	const read = await Promise.all(
		candidates.map(async ({ id }) => await api.get(collectionPath`/requests/${id}`, requestShape)),
	);
	const fresh = read.filter(({ updated_at }) => {
		const updated = Date.parse(updated_at ?? '');
		// Without a time only the sole candidate is certain enough.
		return Number.isNaN(updated) ? read.length === 1 : updated >= sought.now - CLOCK_SKEW_MS;
	});
	return fresh.length === 1 ? fresh[0] : undefined;
}

/** The share link is read where the answer to the creation leaves it out. */
async function withShareLink(
	api: CollectionClient,
	created: RequestRecord,
): Promise<RequestRecord> {
	if (created.share_link || created.status === 'draft') return created;
	const read = await api
		.get(collectionPath`/requests/${created.id}`, requestShape)
		// The request exists: what cannot be read about it is no reason to fail.
		.catch(recover('any', () => ({})));
	return { ...read, ...created, share_link: requestShape.partial().parse(read).share_link };
}

/** A refusal in the user's words, as far as its cause can be found out. */
async function explained(
	api: CollectionClient,
	failure: ProviderFailure,
	order: RequestOrder,
	template: NamedReference | undefined,
): Promise<Error> {
	const unknown = template && (await unknownTemplate(api, 'request', template));
	if (unknown) return unknown;
	const { by, value } = order.client;
	if (by === 'email' && !order.body.client_full_name) {
		const known = await findClients(api, value).catch(undefinedOn('any'));
		if (known?.[0]) return failure;
		return failure.withHint(
			'If the client is new, run Create Client first. A person can fill in Client Name in Options.',
		);
	}
	return failure;
}

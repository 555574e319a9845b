import { InvalidInput, ProviderFailure } from '../shared/failures';
import type { CollectionClient } from './api/client';
import { collectionPath } from './api/paths';
import { createClaims } from './claims';
import type { ClientReference } from './clients';
import { readClientOnce } from './clients';
import { createOnce } from './createOnce';
import type { RequestRecord } from './records';
import { isSameEmail, isSameName, requestShape } from './records';
import type { NamedReference } from './templates';
import { checkTemplateId, resolveTemplate } from './templates';

/** A new request as the user describes it. */
export interface RequestOrder {
	client: ClientReference;
	/** Must be the email of the client chosen by ID. */
	clientEmail?: string;
	/** Overwrites the name and the phone of a client that exists. */
	clientFullName?: string;
	clientPhone?: string;
	companyName?: string;
	name: string;
	template?: NamedReference;
	/** Pages in place of a template. */
	pages?: unknown[];
	/** `yyyy-mm-dd` */
	due?: string;
	/** Keeps it from the client. */
	draft: boolean;
	settings: Record<string, unknown>;
}

/** How far the provider's clock may lag behind ours, in milliseconds: unsynchronised hosts drift by minutes. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Requests may have the same name and client: each belongs to the item that created it. Kept by the
 * process, for an hour each, as runs that are under way at the same time share nothing else.
 */
const claims = createClaims();

/**
 * Creates a request, at most once, and returns it with its share link. The contract's spellings
 * (`client_id`, `template_id`, `due_date`) go out beside those of the published reference.
 */
export async function createRequest(
	api: CollectionClient,
	order: RequestOrder,
	now: number,
): Promise<RequestRecord> {
	const client = await clientKeys(api, order);
	const template = order.template && (await resolveTemplate(api, 'request', order.template));
	const { name, due, pages, settings } = order;
	const { accountId } = api;
	const body = {
		name,
		...client,
		client_full_name: order.clientFullName,
		client_phone: order.clientPhone,
		company_name: order.companyName,
		...templateKeys(template),
		pages_data: pages,
		due_date: due,
		due,
		// Publishing is the sending: there is no other switch for it.
		status: order.draft ? 'draft' : 'published',
		...settings,
	};
	const created = await createOnce({
		what: 'request',
		async create() {
			const answered = await api.post(collectionPath`/requests`, given(body), requestShape);
			claims.claim({ accountId, id: answered.id }, now);
			return answered;
		},
		async lookUp() {
			const found = await findCreated(api, { name, email: client.client_email, due, now });
			return found && claims.claim({ accountId, id: found.id }, now) ? found : undefined;
		},
		hint: 'Look for the name and the client in Content Snare before running the step again.',
	}).catch(async (error: unknown) => {
		throw await explained(api, error, order, template);
	});
	return await withShareLink(api, created);
}

/** A body without the keys that were not given. */
export function given(body: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
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
		if (wanted && !isSameEmail(wanted, value)) throw differs();
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
	if (wanted && !isSameEmail(wanted, email)) throw differs();
	return { client_id: id, client_email: email };
}

function templateKeys(template: NamedReference | undefined) {
	if (!template) return {};
	return template.by === 'id'
		? { template_id: template.value, request_template_id: template.value }
		: { request_template_name: template.value };
}

/**
 * The request that a lost answer was about: same name and client, not older than the attempt, and
 * nobody else's.
 */
async function findCreated(
	api: CollectionClient,
	sought: { name: string; email: string; due?: string; now: number },
): Promise<RequestRecord | undefined> {
	const candidates = await api.list(collectionPath`/requests`, requestShape, {
		query: { q: sought.name, q_by: ['name'], expand: ['clients'] },
		where: (request) =>
			!claims.has({ accountId: api.accountId, id: request.id }) &&
			isSameName(request.name, sought.name) &&
			(sought.due === undefined || !request.due || request.due === sought.due) &&
			(request.clients ?? []).some(({ email }) => isSameEmail(email, sought.email)),
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
		.catch((error: unknown) => {
			// The request exists: what cannot be read about it is no reason to fail.
			if (error instanceof ProviderFailure) return {};
			throw error;
		});
	return { ...read, ...created, share_link: requestShape.partial().parse(read).share_link };
}

/** A refusal in the user's words, as far as its cause can be found out. */
async function explained(
	api: CollectionClient,
	error: unknown,
	order: RequestOrder,
	template: NamedReference | undefined,
): Promise<unknown> {
	if (!(error instanceof ProviderFailure)) return error;
	if (error.kind !== 'rejected' && error.kind !== 'notFound') return error;
	if (template?.by === 'id') {
		const unknown = await checkTemplateId(api, 'request', template.value).catch(() => undefined);
		if (unknown) return unknown;
	}
	if (order.client.by === 'email' && !order.clientFullName) {
		return new ProviderFailure(error.kind, error.message, {
			...error.details,
			hint: 'If the client is new, fill in Client Name in Options, or run Create Client first.',
		});
	}
	return error;
}

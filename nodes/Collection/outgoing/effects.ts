import { z } from 'zod';
import type { Effects, Person } from '../../shared/outgoing/write';
import type { CollectionCall, CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';

/** A write before it is made. */
export interface AskedWrite {
	/** The ID in its path; empty where there is none. */
	id: string;
	body: CollectionCall['body'];
	get: CollectionClient['get'];
}

/** Text messages go to it: https://help.contentsnare.com/knowledge-base/step-5-publish-send/ */
const PHONE = 'a phone number, which gets text messages, cannot be listed';
const LINK = 'a share link opens without a sign-in';
/** Neither a page nor a section nor a field names its request, in what the API gives. */
const PART = 'the API does not say whose request a page, section or field belongs to';

const filled = z.unknown().transform((given) => (given ?? '') !== '');

const clientBody = z.object({
	email: z.string().nullish(),
	phone: filled,
	client_companies: z.unknown(),
});

const newRequest = z.object({
	client_email: z.string().nullish(),
	client_id: z.string().nullish(),
	client_phone: filled,
	share_via_link_enabled: z.unknown(),
	status: z.string().nullish(),
});

const requestChanges = z.object({
	client_assignments_ids: z.array(z.object({ account_id: z.string() })).default([]),
	share_via_link_enabled: z.unknown(),
	status: z.string().nullish(),
});

const newPage = z.object({ request_id: z.string() });

/** A client with this email; one without an email is never listed. */
const client = (email: string | null | undefined): Person => ({
	address: email || undefined,
	as: 'the client',
});

const person = z.object({ email: z.string().nullish() }).transform(({ email }) => client(email));
const requestShape = z.object({ status: z.string(), clients: z.array(person) });

/** Where Content Snare writes to clients, as it is now. */
const clientsOf = async (get: AskedWrite['get'], ids: string[]) =>
	await Promise.all(ids.map(async (id) => await get(collectionPath`/clients/${id}`, person)));

/**
 * The clients who are told of a change of a request, or may be; undefined for a draft that stays one, which only the
 * team sees.
 * @param status The status that the change sets, if it does.
 */
async function toldOfChange(
	get: AskedWrite['get'],
	requestId: string,
	status = 'draft',
): Promise<Person[] | undefined> {
	const request = await get(collectionPath`/requests/${requestId}`, requestShape);
	return request.status === 'draft' && status === 'draft' ? undefined : request.clients;
}

/** Nobody is told of a new client, but requests can be sent to it from then on. */
export const createsClient = ({ body }: AskedWrite): Effects => {
	const { email, phone } = clientBody.parse(body);
	return {
		unclear: () => (phone ? PHONE : undefined),
		reaches: () => ({ named: [client(email)] }),
	};
};

/** The open requests of a client go to its new email. What a company may see is not documented. */
export const changesClient = ({ id, body, get }: AskedWrite): Effects => {
	const { email, phone, client_companies: companies } = clientBody.parse(body);
	return {
		unclear: () => (phone ? PHONE : undefined),
		reaches: async () => ({
			told: email ? [client(email)] : [],
			named: companies ? await clientsOf(get, [id]) : [],
		}),
	};
};

/** The API looks the client up by email, or creates it. A draft is not shown to the client. */
export const createsRequest = ({ body, get }: AskedWrite): Effects => {
	const request = newRequest.parse(body);
	const { client_email: email, client_id: id } = request;
	return {
		unclear: () =>
			request.share_via_link_enabled ? LINK : request.client_phone ? PHONE : undefined,
		sends: request.status === 'draft' ? undefined : 'always',
		async reaches() {
			const clients = [
				...(email || !id ? [client(email)] : []),
				...(await clientsOf(get, id ? [id] : [])),
			];
			return request.status === 'draft' ? { named: clients } : { told: clients };
		},
	};
};

export const changesRequest = ({ id, body, get }: AskedWrite): Effects => {
	const { client_assignments_ids: assigned, status, ...changes } = requestChanges.parse(body);
	return {
		unclear: () => (changes.share_via_link_enabled ? LINK : undefined),
		async reaches() {
			const ids = assigned.map(({ account_id: client }) => client);
			const [told, added] = await Promise.all([
				toldOfChange(get, id, status ?? undefined),
				clientsOf(get, ids),
			]);
			return { told: told && [...told, ...added], named: added };
		},
	};
};

/** A change that is not known to be silent counts as telling the clients: schedules can be set to. */
export const touchesRequest = ({ id, get }: AskedWrite): Effects => ({
	reaches: async () => ({ told: await toldOfChange(get, id) }),
});

export const addsPage = ({ body, get }: AskedWrite): Effects =>
	touchesRequest({ id: newPage.parse(body).request_id, body, get });

const unclear = (why: string) => (): Effects => ({ unclear: () => why });
export const reviewsPart = unclear(PART);
export const runsIntegrations = unclear('they send the answers to other apps');
export const sendsEvents = unclear('a webhook sends what clients answer to an address of its own');
export const changesTeam = unclear('it changes who can use the account');

/** Whether a deleted client is told is not documented. */
export const deletesClient = ({ id, get }: AskedWrite): Effects => ({
	deletes: () => 'forGood',
	reaches: async () => ({ told: await clientsOf(get, [id]) }),
});

export const deletesRequest = (asked: AskedWrite): Effects => ({
	...touchesRequest(asked),
	deletes: () => 'forGood',
});

/** The address of the webhook gets nothing more. */
export const deletesWebhook = (): Effects => ({ deletes: () => 'forGood' });

export const deletesTeamMember = (): Effects => ({ ...changesTeam(), deletes: () => 'forGood' });

import type { SimClient, SimField, SimRequest } from '../simulator/collection/model';
import type { CollectionWorld } from '../simulator/collection/world';
import { property } from '../simulator/exchange';
import type { LoggedRequest } from '../simulator/requestLog';

/** People by their address; `anybody` where an address does not say who it will be. */
type Whom = string[] | 'anybody';

/** A request to Content Snare, and the account as it is when it arrives. */
interface Arrived {
	/** The ID in the path. */
	id: string;
	body: unknown;
	world: CollectionWorld;
}

/** One way in which a request to Content Snare reaches people. */
interface NotifyingRequest {
	id: string;
	method: string;
	/** Below the API root. */
	pathRegex: RegExp;
	/** When it does; always, where it is left out. */
	when?(arrived: Arrived): boolean;
	whom(arrived: Arrived): Whom;
	/** They are only written down: it takes a person, or another request, to write to them. */
	later?: true;
	source: string;
}

/** Event notifications of a schedule go to the client when a request is published, completed, a field rejected. */
const SCHEDULES =
	'contentsnare.com/help/knowledge-base/create-reminder-schedule (Event Notifications)';
const SMS =
	'help.contentsnare.com/knowledge-base/step-5-publish-send (phone number: SMS reminders)';
const API = 'api.contentsnare.com/partner_api/v1/documentation';
/** The vendor says nothing of mails: taken as mailing. */
const UNKNOWN = `${API}: no word on who is told`;

const text = (body: unknown, key: string): string | undefined => {
	const value = property(body, key);
	return typeof value === 'string' && value !== '' ? value : undefined;
};
const emailsOf = (clients: SimClient[]): string[] => clients.map(({ email }) => email);
const clientOf = ({ world, id }: Arrived): SimClient[] =>
	world.clients.filter((client) => client.id === id);
const requestOf = ({ world, id }: Arrived): SimRequest[] =>
	world.requests.filter((request) => request.id === id);

/** The request that holds a page, section or field. */
const holderOf =
	(partsOf: (world: CollectionWorld, request: SimRequest) => Array<{ id: string }>) =>
	({ world, id }: Arrived): SimRequest[] =>
		world.requests.filter((request) => partsOf(world, request).some((part) => part.id === id));
const pageHolder = holderOf((world, request) => world.pages(request));
const sectionHolder = holderOf((world, request) => world.sections(request));
const fieldHolder = holderOf((world, request): SimField[] => world.fields(request));

/** Clients of requests that are not drafts: those are "invisible to the client". */
const clientsOf = (requests: SimRequest[]): string[] =>
	emailsOf(requests.filter(({ status }) => status !== 'draft').flatMap(({ clients }) => clients));

const newClientOf = ({ world, body }: Arrived): string[] => [
	...emailsOf(world.clients.filter(({ id }) => id === text(body, 'client_id'))),
	text(body, 'client_email') ?? '',
];

function assignedOf({ world, body }: Arrived): string[] {
	const given = property(body, 'client_assignments_ids');
	const ids: unknown[] = Array.isArray(given)
		? given.map((one: unknown) => property(one, 'account_id'))
		: [];
	return emailsOf(world.clients.filter(({ id }) => ids.includes(id)));
}

const isLink = ({ body }: Arrived) => property(body, 'share_via_link_enabled') === true;
const staysDraft = (arrived: Arrived) =>
	requestOf(arrived).every(({ status }) => status === 'draft') &&
	['draft', undefined].includes(text(arrived.body, 'status'));

const anybody = (): Whom => 'anybody';
const ALL_FIELDS = '(?:approve_all_submitted_fields|submit_all_fields)';

/** Which requests to Content Snare reach people, from the vendor's help and reference alone. */
export const NOTIFYING: NotifyingRequest[] = [
	{
		id: 'client-create',
		method: 'POST',
		pathRegex: /^\/clients$/,
		whom: ({ body }) => [text(body, 'email') ?? ''],
		later: true,
		source: `${API}: a client can be sent requests`,
	},
	{
		id: 'client-create-phone',
		method: 'POST',
		pathRegex: /^\/clients$/,
		when: ({ body }) => text(body, 'phone') !== undefined,
		whom: anybody,
		source: SMS,
	},
	{
		id: 'client-email',
		method: 'PUT',
		pathRegex: /^\/clients\/([^/]+)$/,
		when: ({ body }) => text(body, 'email') !== undefined,
		whom: ({ body }) => [text(body, 'email') ?? ''],
		source: `${SCHEDULES}: reminders of requests under way go to the client's email`,
	},
	{
		id: 'client-phone',
		method: 'PUT',
		pathRegex: /^\/clients\/([^/]+)$/,
		when: ({ body }) => text(body, 'phone') !== undefined,
		whom: anybody,
		source: SMS,
	},
	{
		id: 'client-company',
		method: 'PUT',
		pathRegex: /^\/clients\/([^/]+)$/,
		when: ({ body }) => property(body, 'client_companies') !== undefined,
		whom: (arrived) => emailsOf(clientOf(arrived)),
		later: true,
		source: `${API} (client_company_id of assignments): requests can be for a company`,
	},
	{
		id: 'client-delete',
		method: 'DELETE',
		pathRegex: /^\/clients\/([^/]+)$/,
		whom: (arrived) => emailsOf(clientOf(arrived)),
		source: UNKNOWN,
	},
	{
		id: 'request-create',
		method: 'POST',
		pathRegex: /^\/requests$/,
		when: ({ body }) => text(body, 'status') !== 'draft',
		whom: newClientOf,
		source: SCHEDULES,
	},
	{
		id: 'request-create-draft',
		method: 'POST',
		pathRegex: /^\/requests$/,
		whom: newClientOf,
		later: true,
		source: `${API} (status): publishing is the sending`,
	},
	{
		id: 'request-create-phone',
		method: 'POST',
		pathRegex: /^\/requests$/,
		when: ({ body }) => text(body, 'client_phone') !== undefined,
		whom: anybody,
		source: SMS,
	},
	{
		id: 'request-create-link',
		method: 'POST',
		pathRegex: /^\/requests$/,
		when: isLink,
		whom: anybody,
		source: `${API} (share_via_link_enabled)`,
	},
	{
		id: 'request-link',
		method: 'PUT',
		pathRegex: /^\/requests\/([^/]+)$/,
		when: isLink,
		whom: anybody,
		source: `${API} (share_via_link_enabled)`,
	},
	{
		id: 'request-change',
		method: 'PUT',
		pathRegex: /^\/requests\/([^/]+)$/,
		when: (arrived) => !staysDraft(arrived),
		whom: (arrived) => [
			...emailsOf(requestOf(arrived).flatMap(({ clients }) => clients)),
			...assignedOf(arrived),
		],
		source: SCHEDULES,
	},
	{
		id: 'request-assign',
		method: 'PUT',
		pathRegex: /^\/requests\/([^/]+)$/,
		whom: assignedOf,
		later: true,
		source: `${API} (client_assignments_ids)`,
	},
	{
		id: 'request-delete',
		method: 'DELETE',
		pathRegex: /^\/requests\/([^/]+)$/,
		whom: (arrived) => clientsOf(requestOf(arrived)),
		source: UNKNOWN,
	},
	{
		id: 'request-all-fields',
		method: 'PUT',
		pathRegex: new RegExp(`^/requests/([^/]+)/${ALL_FIELDS}$`),
		whom: (arrived) => clientsOf(requestOf(arrived)),
		source: `${SCHEDULES}: All fields completed`,
	},
	{
		id: 'request-integrations',
		method: 'PUT',
		pathRegex: /^\/requests\/([^/]+)\/run_integration_actions$/,
		whom: anybody,
		source: `${API}: answers go to connected apps`,
	},
	{
		id: 'page-add',
		method: 'POST',
		pathRegex: /^\/pages$/,
		whom: ({ world, body }) =>
			clientsOf(world.requests.filter(({ id }) => id === text(body, 'request_id'))),
		source: UNKNOWN,
	},
	{
		id: 'page-all-fields',
		method: 'PUT',
		pathRegex: new RegExp(`^/pages/([^/]+)/${ALL_FIELDS}$`),
		whom: (arrived) => clientsOf(pageHolder(arrived)),
		source: `${SCHEDULES}: All fields completed`,
	},
	{
		id: 'section-add',
		method: 'POST',
		pathRegex: /^\/sections$/,
		whom: ({ body, ...arrived }) =>
			clientsOf(pageHolder({ ...arrived, body, id: text(body, 'page_id') ?? '' })),
		source: UNKNOWN,
	},
	{
		id: 'section-all-fields',
		method: 'PUT',
		pathRegex: new RegExp(`^/sections/([^/]+)/${ALL_FIELDS}$`),
		whom: (arrived) => clientsOf(sectionHolder(arrived)),
		source: `${SCHEDULES}: All fields completed`,
	},
	{
		id: 'field-review',
		method: 'PUT',
		pathRegex: /^\/fields\/([^/]+)\/review$/,
		whom: (arrived) => clientsOf(fieldHolder(arrived)),
		source:
			'help.contentsnare.com/knowledge-base/approving-rejecting: rejecting informs, approving shows',
	},
	...(['POST', 'PUT'] as const).map((method) => ({
		id: `webhook-${method}`,
		method,
		pathRegex: /^\/webhooks(?:\/[^/]+)?$/,
		whom: anybody,
		source:
			'help.contentsnare.com/knowledge-base/webhook-payloads: answers and addresses go to the URL',
	})),
	...(['POST', 'PUT', 'DELETE'] as const).map((method) => ({
		id: `team-${method}`,
		method,
		pathRegex: /^\/team_members(?:\/[^/]+)?$/,
		whom: anybody,
		source: `${API}: an invitation is sent; a role is access`,
	})),
	{
		id: 'webhook-delete',
		method: 'DELETE',
		pathRegex: /^\/webhooks\/([^/]+)$/,
		whom: () => [],
		source: 'help.contentsnare.com/knowledge-base/content-snare-webhooks: it gets nothing more',
	},
];

/** Where the rows begin to count. */
const ROOT = '/partner_api/v1';

/**
 * Whom a request reaches that arrived at Content Snare, at once and later; what no row is about may
 * reach anybody. Asked before it is carried out.
 */
export function reachedBy(
	{ method, path, query, body }: LoggedRequest,
	world: CollectionWorld,
): { atOnce: Whom; later: Whom } {
	if (method === 'GET') return { atOnce: [], later: [] };
	const below = path.replace(ROOT, '');
	const rows = NOTIFYING.filter((row) => row.method === method && row.pathRegex.test(below));
	// No write of the reference has a query: which of the two counts where both say something is not known.
	const isKnown = rows.length > 0 && Object.keys(query).length === 0;
	if (!isKnown) return { atOnce: 'anybody', later: 'anybody' };
	const whom = (kind: NotifyingRequest['later']): Whom => {
		const reached = rows
			.filter(({ later }) => later === kind)
			.flatMap((row) => {
				const id = decodeURIComponent(row.pathRegex.exec(below)?.[1] ?? '');
				const arrived = { id, body, world };
				return row.when?.(arrived) === false ? [] : [row.whom(arrived)];
			});
		return reached.some((one) => one === 'anybody') ? 'anybody' : reached.flat();
	};
	return { atOnce: whom(undefined), later: whom(true) };
}

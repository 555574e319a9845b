import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { world } from '../../../harness/collection';
import { locator } from '../../../harness/steps';

/** Those who are listed, and those who are not: one of a domain below, one that looks alike. */
export const LISTED = ['pat@example.com', 'ann@contoso.com'];
export const STRANGERS = [
	'eve@evil.example',
	'eve@sub.contoso.com',
	'pat@example.com.evil.example',
];
export const ALLOWED = 'pat@example.com, contoso.com';

const REQUEST_STATUSES = ['draft', 'published', 'waiting', 'completed', 'archived'] as const;
const PAGES = [{ name: 'P', sections: [{ name: 'S', fields: [{ name: 'F' }] }] }];

/** Fills the account: a client for each address, requests of every status for each, and for two. */
export function fillAccount(): void {
	world().reset();
	const clients = [...LISTED, ...STRANGERS].map((email) =>
		world().addClient({ email, full_name: 'Pat Doe' }),
	);
	const [first] = clients;
	for (const status of REQUEST_STATUSES) {
		for (const client of clients) {
			const added = first && client !== first && status === 'waiting' ? [first, client] : [client];
			world().addRequest({ name: 'Old', status, clients: added, pages: PAGES });
		}
	}
	const url = 'https://n8n.contoso.com/y';
	world().webhooks.push({ id: 'whk_1', type: 'webhook', url, enabled: true, subscriptions: [] });
}

/** What the fields of a step are filled with. */
export const anyChoice = fc.record({
	email: fc.constantFrom(...LISTED, ...STRANGERS, 'new@contoso.com', 'new@evil.example'),
	client: fc.nat(LISTED.length + STRANGERS.length - 1),
	request: fc.nat(REQUEST_STATUSES.length * (LISTED.length + STRANGERS.length) - 1),
	byId: fc.boolean(),
	sends: fc.boolean(),
	shares: fc.constantFrom(undefined, true, false),
	phone: fc.constantFrom(undefined, '+1 555 0100'),
	company: fc.constantFrom(undefined, 'Contoso'),
	assigns: fc.boolean(),
	scope: fc.constantFrom('request', 'page', 'section'),
	decision: fc.constantFrom('approve', 'reject', 'revise', 'submit'),
	call: fc.nat(),
});
export type Choice = typeof anyChoice extends fc.Arbitrary<infer Value> ? Value : never;

const filled = (fields: Record<string, string | boolean | undefined>) =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
		string,
		string | boolean
	>;

const clientId = ({ client }: Choice) => world().clients[client]?.id ?? '';
const requestOf = ({ request }: Choice) => world().requests[request];
const page = (choice: Choice) => requestOf(choice)?.pages[0];
const section = (choice: Choice) => page(choice)?.sections[0];
const field = (choice: Choice) => section(choice)?.fields[0];

const aRequest = (choice: Choice) => ({ request: locator('id', requestOf(choice)?.id ?? '') });
const aClient = (choice: Choice) => ({
	client: choice.byId ? locator('id', clientId(choice)) : locator('email', choice.email),
});
const profile = ({ phone, company }: Choice) => ({
	profile: filled({ phone, companies: company }),
});
const member = ({ byId }: Choice) => {
	const { id = '', email = '' } = world().team[0] ?? {};
	return { member: byId ? locator('id', id) : locator('email', email) };
};
const partId = (choice: Choice) =>
	(choice.scope === 'page' ? page(choice)?.id : section(choice)?.id) ?? '';
const allFields = (choice: Choice) => ({
	...aRequest(choice),
	scope: choice.scope,
	partId: partId(choice),
});
const delivery = ({ sends, shares, phone, company }: Choice) => ({
	sendToClient: sends,
	options: filled({
		clientFullName: 'Pat Doe',
		clientPhone: phone,
		companyName: company,
		shareViaLinkEnabled: shares,
	}),
});

const FORM =
	'[{"name":"P","sections_data":[{"name":"S","questions_data":[{"question":"Q","data_type":"text"}]}]}]';
const HOOK = { url: 'https://evil.example/x', events: ['field_approved'] };

/** Calls of a user's own: all writes of the reference, and some that it does not have. */
function apiCall(choice: Choice): INodeParameters {
	const { email, phone, call, sends } = choice;
	const id = requestOf(choice)?.id ?? '';
	const template = world().requestTemplates[0]?.id ?? '';
	const status = sends ? 'published' : 'draft';
	const calls: Array<[method: string, endpoint: string, body?: object]> = [
		['GET', '/clients'],
		['GET', `/requests/${id}`],
		['POST', '/clients', { email, full_name: 'Pat Doe', phone }],
		['POST', `/clients?email=${email}`, { email: LISTED[0], full_name: 'Pat Doe' }],
		['PUT', `/clients/${clientId(choice)}`, { email }],
		['DELETE', `/clients/${clientId(choice)}`],
		[
			'POST',
			'/requests',
			{ name: 'New', client_email: email, status, request_template_id: template },
		],
		['PUT', `/requests/${id}`, { status }],
		['PUT', `/requests/${id}/`, { status: 'published' }],
		['PATCH', `/requests/${id}`, { status: 'published' }],
		['POST', `/partner_api/v2/requests/${id}`, { status: 'published' }],
		['DELETE', `/requests/${id}`],
		['PUT', `/requests/${id}/approve_all_submitted_fields`],
		['PUT', `/requests/${id}/submit_all_fields`],
		['PUT', `/requests/${id}/run_integration_actions`],
		['POST', '/pages', { request_id: id, source_template_name: 'Business' }],
		['PUT', `/pages/${page(choice)?.id ?? ''}/approve_all_submitted_fields`],
		['PUT', `/pages/${page(choice)?.id ?? ''}/submit_all_fields`],
		['POST', '/sections', { page_id: page(choice)?.id ?? '', source_template_name: 'Basics' }],
		['PUT', `/sections/${section(choice)?.id ?? ''}/approve_all_submitted_fields`],
		['PUT', `/sections/${section(choice)?.id ?? ''}/submit_all_fields`],
		['PUT', `/fields/${field(choice)?.id ?? ''}/review`, { status: 'redo' }],
		['POST', '/webhooks', { url: HOOK.url, subscriptions: HOOK.events }],
		['PUT', '/webhooks/whk_1', { url: HOOK.url }],
		['DELETE', '/webhooks/whk_1'],
		['POST', '/team_members', { email, full_name: 'Eve', role: 'admin' }],
		['PUT', `/team_members/${world().team[0]?.id ?? ''}`, { role: 'admin' }],
		['DELETE', `/team_members/${world().team[0]?.id ?? ''}`],
		['POST', `/requests/${id}/comments`, { text: 'Hello' }],
	];
	const [method = 'GET', endpoint = '/', body] = calls[call % calls.length] ?? [];
	return { method, endpoint, ...(body && { body: JSON.stringify(body) }) };
}

/** Every step of the node, filled from a choice. */
export const STEPS: Record<string, (choice: Choice) => INodeParameters> = {
	'client.createClient': (choice) => ({ email: choice.email, name: 'Eve', ...profile(choice) }),
	'client.deleteClient': aClient,
	'client.findClient': ({ email }) => ({ search: email }),
	'client.getClient': aClient,
	'client.listClients': () => ({}),
	'client.listCompanies': () => ({}),
	'client.updateClient': (choice) => ({
		...aClient(choice),
		newName: 'Eve',
		newEmail: choice.sends ? choice.email : '',
		...profile(choice),
	}),
	'client.upsertClient': (choice) => ({ email: choice.email, name: 'Eve', ...profile(choice) }),
	'request.addPage': (choice) => ({
		...aRequest(choice),
		template: locator('name', 'Business'),
	}),
	'request.addSection': (choice) => ({
		pageId: page(choice)?.id ?? '',
		template: locator('name', 'Basics'),
	}),
	'request.approveAll': allFields,
	'request.archiveRequest': aRequest,
	'request.completeRequest': aRequest,
	'request.createRequest': (choice) => ({
		...aClient(choice),
		template: locator('name', 'Onboarding'),
		name: 'New',
		...delivery(choice),
	}),
	'request.createRequestWithForm': (choice) => ({
		...aClient(choice),
		name: 'New',
		pages: FORM,
		...delivery(choice),
	}),
	'request.deleteRequest': aRequest,
	'request.downloadFiles': aRequest,
	'request.getAnswers': aRequest,
	'request.getRequest': aRequest,
	'request.listRequests': () => ({}),
	'request.publishRequest': aRequest,
	'request.reopenRequest': aRequest,
	'request.reviewField': (choice) => ({
		fieldId: field(choice)?.id ?? '',
		decision: choice.decision,
	}),
	'request.runIntegrationActions': aRequest,
	'request.submitAll': allFields,
	'request.updateRequest': (choice) => ({
		...aRequest(choice),
		newName: 'Renamed',
		changes: filled({
			clients: choice.assigns ? clientId(choice) : undefined,
			shareViaLinkEnabled: choice.shares,
		}),
	}),
	'advanced.deleteTeamMember': member,
	'advanced.getTeamMember': member,
	'advanced.inviteTeamMember': ({ email }) => ({ email, name: 'Eve', role: 'admin' }),
	'advanced.listTeamMembers': () => ({}),
	'advanced.updateTeamMember': (choice) => ({ ...member(choice), role: 'editor' }),
	'template.listFolders': () => ({}),
	'template.listSchedules': () => ({}),
	'template.listTemplates': () => ({}),
	'advanced.apiCall': apiCall,
	'advanced.createWebhook': () => HOOK,
	'advanced.deleteWebhook': () => ({ webhookId: 'whk_1' }),
	'advanced.getWebhook': () => ({ webhookId: 'whk_1' }),
	'advanced.listWebhooks': () => ({}),
	'advanced.updateWebhook': () => ({ webhookId: 'whk_1', ...HOOK }),
	'advanced.whoAmI': () => ({}),
};

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { EVERY_WRITE } from '../../../../nodes/Collection/outgoing/writes';
import { arrived, pat, provider, runStep, useCollection, world } from '../../../harness/collection';
import { failureOf, locator } from '../../../harness/steps';
import type { SimClient } from '../../../simulator/collection/model';

useCollection();

const LISTED_ONLY = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'pat@example.com' };
const NOBODY = { whoMayBeWrittenTo: 'nobody' };
const NO_DELETION = { whatMayBeDeleted: 'nothing' };

const eve = () => world().addClient({ email: 'eve@evil.example', full_name: 'Eve' });
const PAGES = [{ name: 'P', sections: [{ name: 'S', fields: [{ name: 'F' }] }] }];

function requestOf(client: SimClient, status: 'draft' | 'published' = 'published') {
	const { id } = world().addRequest({ name: 'Old', status, clients: [client], pages: PAGES });
	return { id, request: locator('id', id) };
}

const onboarding = () => ({ template: locator('id', world().requestTemplates[0]?.id ?? '') });
const newRequest = (email: string, more: INodeParameters = {}) => ({
	client: locator('email', email),
	...onboarding(),
	name: 'New',
	...more,
});
const draft = { sendToClient: false };

const refused = async (
	policy: ICredentialDataDecryptedObject,
	...[step, parameters, options]: Parameters<typeof runStep>
) => await failureOf(runStep(step, parameters, { credentialData: policy, ...options }));

/** What was asked to be changed. */
const writes = () => arrived().filter((one) => !one.startsWith('GET '));

describe('without a policy', () => {
	it.each<[string, () => INodeParameters, string[]]>([
		['client.createClient', () => ({ email: 'new@evil.example', name: 'Eve' }), ['POST /clients']],
		[
			'client.updateClient',
			() => ({ client: locator('id', eve().id), newEmail: 'e@evil.example' }),
			['PUT /clients/:id'],
		],
		[
			'client.upsertClient',
			() => ({ email: eve().email, name: 'Eve', profile: { companies: 'Contoso' } }),
			['GET /clients', 'PUT /clients/:id'],
		],
		['client.deleteClient', () => ({ client: locator('id', eve().id) }), ['DELETE /clients/:id']],
		['request.createRequest', () => newRequest(eve().email), ['POST /requests']],
		[
			'request.createRequest',
			() => ({ ...newRequest(''), client: locator('id', eve().id) }),
			['GET /clients/:id', 'POST /requests'],
		],
		['request.publishRequest', () => requestOf(eve(), 'draft'), ['PUT /requests/:id']],
		['request.archiveRequest', () => requestOf(eve()), ['PUT /requests/:id']],
		[
			'request.updateRequest',
			() => ({ ...requestOf(eve()), changes: { clients: pat().id } }),
			['PUT /requests/:id'],
		],
		['request.deleteRequest', () => requestOf(eve()), ['DELETE /requests/:id']],
		[
			'request.approveAll',
			() => ({ ...requestOf(eve()), scope: 'request' }),
			['PUT /requests/:id/approve_all_submitted_fields'],
		],
		[
			'request.addPage',
			() => ({
				...requestOf(eve()),
				template: locator('id', world().pageTemplates[0]?.id ?? ''),
			}),
			['POST /pages'],
		],
		[
			'advanced.apiCall',
			() => ({ method: 'DELETE', endpoint: `/clients/${eve().id}` }),
			['DELETE /clients/:id'],
		],
	])('%s asks for no more than it did', async (step, parameters, expected) => {
		await runStep(step, parameters(), {
			credentialData: { whoMayBeWrittenTo: 'anyone', whatMayBeDeleted: 'anything' },
		});
		expect(arrived().map((one) => one.replace(/(acc|req)_\w+/, ':id'))).toEqual(expected);
	});
});

describe('Listed Only', () => {
	it('sends a request to a client who is listed, with no request more', async () => {
		pat();
		await runStep('request.createRequest', newRequest('pat@example.com'), {
			credentialData: LISTED_ONLY,
		});
		expect(arrived()).toEqual(['POST /requests']);
	});

	it('reads the client of an ID, and the clients of a request, before it writes', async () => {
		const client = pat();
		const { id, request } = requestOf(client, 'draft');
		const byId = { ...newRequest(''), client: locator('id', client.id) };
		await runStep('request.createRequest', byId, { credentialData: LISTED_ONLY });
		await runStep('request.publishRequest', { request }, { credentialData: LISTED_ONLY });
		const readClient = `GET /clients/${client.id}`;
		expect(arrived()).toEqual([
			readClient,
			readClient,
			'POST /requests',
			`GET /requests/${id}`,
			`PUT /requests/${id}`,
		]);
	});

	it('refuses a stranger with the step, the address that was entered, the rule and what a person can do', async () => {
		const { message, description } = await refused(
			LISTED_ONLY,
			'request.createRequest',
			newRequest(eve().email),
		);
		expect(message).toBe(
			'Create Request was refused: the client may not be written to: eve@evil.example (Allowed Recipients is "Listed Only")',
		);
		expect(description).toMatch(
			/^A person can do it in Content Snare\. Or have the address added to Allowed Addresses and Domains in the credential ".+"\.$/,
		);
		expect(arrived()).toEqual([]);
	});

	it('tells no address that was read', async () => {
		const given = { ...newRequest(''), client: locator('id', eve().id) };
		const { message, description } = await refused(LISTED_ONLY, 'request.createRequest', given);
		expect(message).toContain('the client may not be written to (Allowed Recipients');
		expect(`${message} ${description}`).not.toContain('evil');
	});

	it('says to an agent what a person can do, too', async () => {
		const { message } = await refused(
			LISTED_ONLY,
			'client.createClient',
			{ email: 'new@evil.example', name: 'Eve' },
			{ asTool: true },
		);
		expect(message).toContain('may not be written to');
		expect(message).toContain('A person can do it in Content Snare.');
		expect(arrived()).toEqual([]);
	});

	it.each<[string, () => INodeParameters, RegExp]>([
		['request.createRequest', () => newRequest('eve@evil.example', draft), /may not be written to/],
		['request.publishRequest', () => requestOf(eve(), 'draft'), /may not be written to/],
		['request.reopenRequest', () => requestOf(eve()), /may not be written to/],
		['request.completeRequest', () => requestOf(eve()), /may not be written to/],
		[
			'request.submitAll',
			() => ({ ...requestOf(eve()), scope: 'request' }),
			/may not be written to/,
		],
		[
			'request.addPage',
			() => ({ ...requestOf(eve()), template: locator('name', 'Business') }),
			/may not be written to/,
		],
		[
			'request.updateRequest',
			() => ({ ...requestOf(pat(), 'draft'), changes: { clients: eve().id } }),
			/may not be written to/,
		],
		[
			'request.updateRequest',
			() => ({ ...requestOf(pat(), 'draft'), changes: { shareViaLinkEnabled: true } }),
			/share link/,
		],
		[
			'request.createRequest',
			() => newRequest(pat().email, { options: { shareViaLinkEnabled: true } }),
			/share link/,
		],
		[
			'request.createRequest',
			() => newRequest(pat().email, { options: { clientPhone: '+1 555' } }),
			/phone number/,
		],
		[
			'client.updateClient',
			() => ({ client: locator('id', pat().id), newEmail: 'e@evil.example' }),
			/may not be written to/,
		],
		[
			'client.updateClient',
			() => ({ client: locator('id', pat().id), profile: { phone: '+1 555' } }),
			/phone number/,
		],
		[
			'client.createClient',
			() => ({ email: 'pat@example.com', name: 'Pat Doe', profile: { phone: '+1 555' } }),
			/phone number/,
		],
		[
			'client.updateClient',
			() => ({ client: locator('id', eve().id), profile: { companies: 'Contoso' } }),
			/may not be written to/,
		],
		['request.runIntegrationActions', () => requestOf(pat()), /other apps/],
		[
			'request.reviewField',
			() => {
				requestOf(pat());
				return { fieldId: world().fields()[0]?.id ?? '', decision: 'approve' };
			},
			/does not say whose request/,
		],
		[
			'advanced.createWebhook',
			() => ({ url: 'https://n8n.contoso.com/x', events: ['field_approved'] }),
			/webhook/,
		],
		[
			'advanced.inviteTeamMember',
			() => ({ email: 'pat@example.com', name: 'Pat Doe', role: 'viewer' }),
			/who can use the account/,
		],
	])('refuses %s (%#) before anything is changed', async (step, parameters, why) => {
		const { message } = await refused(LISTED_ONLY, step, parameters());
		expect(message).toMatch(/ was refused: .*\(Allowed Recipients is "Listed Only"\)$/);
		expect(message).toMatch(why);
		expect(writes()).toEqual([]);
	});

	it('lets a client be changed whose email stays, and one get a listed email', async () => {
		const client = locator('id', eve().id);
		const credentialData = LISTED_ONLY;
		await runStep('client.updateClient', { client, newName: 'Eve Doe' }, { credentialData });
		await runStep(
			'client.updateClient',
			{ client, newEmail: 'pat@example.com' },
			{ credentialData },
		);
		expect(world().clients[0]).toMatchObject({ full_name: 'Eve Doe', email: 'pat@example.com' });
	});

	it('refuses what depends on a request that cannot be read', async () => {
		const { id, request } = requestOf(pat());
		provider().faults.next({ method: 'GET', path: /requests/ }, { status: 403 });
		const { message } = await refused(LISTED_ONLY, 'request.publishRequest', { request });
		expect(message).toContain('The account is not allowed to do this');
		expect(arrived()).toEqual([`GET /requests/${id}`]);
	});

	it('refuses a request of which one client has no email', async () => {
		const { id, request } = requestOf(pat());
		const clients = [
			{ id: 'acc_1', email: 'pat@example.com' },
			{ id: 'acc_2', email: null },
		];
		const body = { id, name: 'Old', status: 'published', clients };
		provider().faults.next({ method: 'GET', path: /requests/ }, { status: 200, body });
		const { message } = await refused(LISTED_ONLY, 'request.publishRequest', { request });
		expect(message).toContain('may not be written to');
		expect(writes()).toEqual([]);
	});

	it('judges each item by itself', async () => {
		pat();
		const items = ['pat@example.com', 'eve@evil.example'].map((email) => ({ json: { email } }));
		const parameters = { ...newRequest('={{ $json.email }}') };
		const [sent, refusal] = await runStep('request.createRequest', parameters, {
			credentialData: LISTED_ONLY,
			items,
			continueOnFail: true,
		});
		expect(sent?.json.status).toBe('published');
		expect(refusal?.json.error).toContain('may not be written to');
		expect(writes()).toEqual(['POST /requests']);
	});
});

describe('Nobody', () => {
	it('leaves requests as drafts, for anybody', async () => {
		await runStep(
			'request.createRequest',
			newRequest('eve@evil.example', { ...draft, options: { clientFullName: 'Eve' } }),
			{ credentialData: NOBODY },
		);
		expect(world().requests).toMatchObject([{ status: 'draft' }]);
	});

	it('refuses to send one, and says how to leave a draft', async () => {
		const { message, description } = await refused(
			NOBODY,
			'request.createRequest',
			newRequest(pat().email),
		);
		expect(message).toContain('(Allowed Recipients is "Nobody")');
		expect(description).toContain('A person can also switch off Send to Client');
		expect(arrived()).toEqual([]);
	});

	it('lets a draft be changed, and nothing that its client has', async () => {
		const changes = { newName: 'Renamed' };
		const open = requestOf(pat(), 'draft');
		await runStep('request.updateRequest', { ...open, ...changes }, { credentialData: NOBODY });
		expect(world().requests[0]?.name).toBe('Renamed');
		const sent = requestOf(pat());
		await refused(NOBODY, 'request.updateRequest', { ...sent, ...changes });
		expect(writes()).toEqual([`PUT /requests/${open.id}`]);
	});

	it('refuses to give a request that is under way to a client', async () => {
		const { id } = world().addRequest({ name: 'Old', status: 'published' });
		const parameters = { request: locator('id', id), changes: { clients: pat().id } };
		const { message } = await refused(NOBODY, 'request.updateRequest', parameters);
		expect(message).toContain('the client would get a message');
		expect(writes()).toEqual([]);
	});

	it('refuses another email for a client', async () => {
		const client = locator('id', pat().id);
		const { message } = await refused(NOBODY, 'client.updateClient', {
			client,
			newEmail: 'pat.doe@example.com',
		});
		expect(message).toContain('the client would get a message');
		expect(arrived()).toEqual([]);
	});
});

describe('What May Be Deleted: Nothing', () => {
	it.each<[string, () => INodeParameters]>([
		['client.deleteClient', () => ({ client: locator('id', pat().id) })],
		['request.deleteRequest', () => requestOf(pat(), 'draft')],
		['advanced.deleteWebhook', () => ({ webhookId: 'whk_1' })],
		['advanced.deleteTeamMember', () => ({ member: locator('id', world().team[0]?.id ?? '') })],
	])('refuses %s without asking', async (step, parameters) => {
		const { message, description } = await refused(NO_DELETION, step, parameters());
		expect(message).toMatch(
			/^Delete [A-Z].* was refused: nothing may be deleted \(What May Be Deleted is "Nothing"\)$/,
		);
		expect(description).toContain('Content Snare');
		expect(arrived()).toEqual([]);
	});

	it('lets a request be archived, which can be taken back, and anybody be written to', async () => {
		const { request } = requestOf(eve());
		await runStep('request.archiveRequest', { request }, { credentialData: NO_DELETION });
		await runStep('request.reopenRequest', { request }, { credentialData: NO_DELETION });
		expect(world().requests[0]?.status).toBe('published');
		expect(arrived()).toHaveLength(2);
	});
});

describe('For AI Agents: Strict', () => {
	/** Behind the switch lies what would let everything through. */
	const STRICT = {
		strict: true,
		whoMayBeWrittenTo: 'anyone',
		allowedAddresses: 'pat@example.com',
		whatMayBeDeleted: 'anything',
	};
	const RULE = '(For AI Agents: Strict is on)';

	it.each<[string, () => INodeParameters]>([
		['request.createRequest', () => newRequest(eve().email)],
		['client.createClient', () => ({ email: 'new@evil.example', name: 'Eve' })],
		['client.deleteClient', () => ({ client: locator('id', pat().id) })],
		['advanced.deleteWebhook', () => ({ webhookId: 'whk_1' })],
		['advanced.apiCall', () => ({ method: 'DELETE', endpoint: '/clients/acc_1' })],
	])('refuses %s, whatever lies behind the switch', async (step, parameters) => {
		const { message } = await refused(STRICT, step, parameters());
		expect(message).toContain(RULE);
		expect(writes()).toEqual([]);
	});

	it('sends a request to a client who is listed', async () => {
		pat();
		await runStep('request.createRequest', newRequest('pat@example.com'), {
			credentialData: STRICT,
		});
		expect(writes()).toEqual(['POST /requests']);
	});
});

describe('Client-Collection API Call', () => {
	it.each([LISTED_ONLY, NOBODY, NO_DELETION])('reads under %j', async (credentialData) => {
		pat();
		const parameters = { endpoint: '/clients' };
		expect(await runStep('advanced.apiCall', parameters, { credentialData })).toHaveLength(1);
	});

	it.each([
		['POST', '/clients?email=eve@evil.example', { email: 'pat@example.com', full_name: 'Pat' }],
		['PUT', '/clients/acc_1', { client: { email: 'eve@evil.example' } }],
		['PATCH', '/requests/req_1', { name: 'New' }],
		['DELETE', '/webhooks/whk_1', {}],
		['POST', '/partner_api/v2/clients', { email: 'pat@example.com' }],
		['POST', '/requests/req_1/comments', { text: 'Hello' }],
	])('%s %s is refused under every policy', async (method, endpoint, body) => {
		const call = { method, endpoint, body: JSON.stringify(body) };
		const policies: Array<[Record<string, string>, string]> = [
			[LISTED_ONLY, 'Allowed Recipients is "Listed Only"'],
			[NOBODY, 'Allowed Recipients is "Nobody"'],
			[NO_DELETION, 'What May Be Deleted is "Nothing"'],
		];
		for (const [policy, rule] of policies) {
			const { message, description } = await refused(policy, 'advanced.apiCall', call);
			expect(message).toBe(
				`Client-Collection API Call was refused: API calls may only read (${rule})`,
			);
			expect(description).toContain('Use the step');
		}
		expect(arrived()).toEqual([]);
	});
});

it.each(EVERY_WRITE)('a refusal of $request says in words what it was', ({ what }) => {
	expect(what).toMatch(/^[A-Z][a-z]+ing (an? )?[a-z ]+$/);
});

it('a client who is not listed is not deleted, as that may tell them', async () => {
	const client = locator('id', eve().id);
	const run = runStep('client.deleteClient', { client }, { credentialData: LISTED_ONLY });
	expect((await failureOf(run)).message).toBe(
		'Delete Client was refused: the client may not be written to (Allowed Recipients is "Listed Only")',
	);
});

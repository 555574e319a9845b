import type { INodeParameters } from 'n8n-workflow';
import { collectionRegistry } from '../../../nodes/Collection/registry';
import { arrived, pat, provider, runStep, useCollection, world } from '../../harness/collection';
import { locator } from '../../harness/steps';
import { DESCRIPTION_FILE, readDescription } from './openapi';

useCollection();

/** Every step once, with as much filled in as it takes. */
const STEPS: Record<string, () => INodeParameters> = {
	'client.createClient': () => ({
		email: 'sam@example.com',
		name: 'Sam Roe',
		profile: {
			companies: 'Contoso',
			firstName: 'Sam',
			lastName: 'Roe',
			languageCode: 'en',
			phone: '1',
		},
	}),
	'client.deleteClient': () => ({ client: client() }),
	'client.findClient': () => ({ search: 'pat@example.com' }),
	'client.getClient': () => ({ client: client() }),
	'client.listClients': () => ({
		filters: { includeExternal: true, search: 'p', sortBy: 'email', sortDirection: 'desc' },
	}),
	'client.listCompanies': () => ({ search: 'c' }),
	'client.updateClient': () => ({
		client: client(),
		newEmail: 'pat.doe@example.com',
		newName: 'Pat Roe',
		profile: { phone: '2' },
	}),
	'client.upsertClient': () => ({ email: 'pat@example.com', name: 'Pat Roe' }),
	'request.addPage': () => ({
		request: request(),
		template: locator('name', 'Business'),
		name: 'More',
	}),
	'request.addSection': () => ({
		pageId: world().pages()[0]?.id ?? '',
		template: locator('name', 'Basics'),
		name: 'More',
	}),
	'request.approveAll': () => ({ scope: 'page', partId: world().pages()[0]?.id ?? '' }),
	'request.archiveRequest': () => ({ request: request() }),
	'request.completeRequest': () => ({ request: request() }),
	'request.createRequest': () => ({
		client: client(),
		template: locator('name', 'Onboarding'),
		name: 'New',
		dueDate: '2031-01-01',
		options: {
			clientEmail: 'pat@example.com',
			clientFullName: 'Pat Doe',
			clientPhone: '1',
			companyName: 'Contoso',
			folder: locator('name', 'Bookkeeping'),
			owner: locator('email', 'owner@contoso.com'),
			schedule: locator('name', 'Gentle'),
			commentsEnabled: true,
			passcodeEnabled: false,
			shareViaLinkEnabled: true,
		},
	}),
	'request.createRequestWithForm': () => ({
		client: client(),
		name: 'New',
		pages:
			'[{"name":"P","sections_data":[{"name":"S","questions_data":[{"question":"Q","data_type":"dropdown","options":["a"]}]}]}]',
	}),
	'request.deleteRequest': () => ({ request: request() }),
	'request.downloadFiles': () => ({ request: request() }),
	'request.getAnswers': () => ({ request: request(), options: { includeInternal: true } }),
	'request.getRequest': () => ({ request: request() }),
	'request.listRequests': () => ({
		filters: {
			client: client(),
			overdue: true,
			includeDetails: true,
			search: 'O',
			sortBy: 'name',
			sortDirection: 'asc',
		},
	}),
	'request.publishRequest': () => ({ request: request() }),
	'request.reopenRequest': () => ({ request: request() }),
	'request.reviewField': () => ({
		fieldId: world().fields()[0]?.id ?? '',
		decision: 'reject',
		comment: 'No',
	}),
	'request.runIntegrationActions': () => ({ request: request() }),
	'request.submitAll': () => ({ scope: 'section', partId: world().sections()[0]?.id ?? '' }),
	'request.updateRequest': () => ({
		request: request(),
		newName: 'Renamed',
		newDueDate: '2031-01-01',
		changes: {
			clients: world().clients[0]?.id ?? '',
			commentsEnabled: true,
			folder: locator('id', world().folders[0]?.id ?? ''),
			instructions: 'Hello',
			owner: locator('id', world().team[0]?.id ?? ''),
			passcodeEnabled: true,
			schedule: locator('name', 'None'),
			shareViaLinkEnabled: true,
		},
	}),
	'template.listFolders': () => ({}),
	'template.listSchedules': () => ({}),
	'template.listTemplates': () => ({ kind: 'section' }),
	'advanced.deleteTeamMember': () => ({ member: member() }),
	'advanced.getTeamMember': () => ({ member: member() }),
	'advanced.inviteTeamMember': () => ({
		email: 'sam@contoso.com',
		name: 'Sam Roe',
		role: 'viewer',
		phone: '1',
		message: 'Hi',
	}),
	'advanced.listTeamMembers': () => ({ search: 'o' }),
	'advanced.updateTeamMember': () => ({ member: member(), role: 'editor', access: 'blocked' }),
	'advanced.apiCall': () => ({ endpoint: '/page_templates', returnAll: true }),
	'advanced.createWebhook': () => ({
		url: 'https://n8n.contoso.com/x',
		events: ['field_approved'],
	}),
	'advanced.deleteWebhook': () => ({ webhookId: webhook() }),
	'advanced.getWebhook': () => ({ webhookId: webhook() }),
	'advanced.listWebhooks': () => ({}),
	'advanced.updateWebhook': () => ({
		webhookId: webhook(),
		url: 'https://n8n.contoso.com/x',
		events: ['field_approved'],
		enabled: false,
	}),
	'advanced.whoAmI': () => ({}),
};

const client = () => locator('id', world().clients[0]?.id ?? '');
const request = () => locator('id', world().requests[0]?.id ?? '');
const member = () => locator('id', world().team[0]?.id ?? '');

function webhook() {
	const id = 'whk_1';
	const url = 'https://n8n.contoso.com/y';
	world().webhooks.push({ id, type: 'webhook', url, enabled: true, subscriptions: [] });
	return id;
}

beforeEach(() => {
	const sections = [{ name: 'S', fields: [{ name: 'F', type: 'file' }] }];
	const added = world().addRequest({
		name: 'Old',
		status: 'published',
		due: '2020-01-01',
		clients: [pat()],
		pages: [{ name: 'P', sections }],
	});
	world().answer(added, 'F', { file: { filename: 'f.txt', content: 'f' } });
});

const steps = collectionRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id }) => `${resource}.${id}`),
);

it('every step is tried here', () => {
	expect(Object.keys(STEPS).sort()).toEqual([...steps].sort());
});

/** Aloud: the name says what is missing when the description is not there. */
const describeIfPresent = DESCRIPTION_FILE ? describe : describe.skip;

describeIfPresent(
	DESCRIPTION_FILE
		? 'requests and the API description'
		: 'SKIPPED, set COLLECTION_OPENAPI to the API description: requests and the API description',
	() => {
		const api = DESCRIPTION_FILE ? readDescription(DESCRIPTION_FILE) : undefined;

		it.each(steps)('%s sends what the description allows', async (step) => {
			await runStep(step, STEPS[step]?.());
			const sent = provider().requests.all.filter(({ service }) => service === 'collection');
			expect(sent.length).toBeGreaterThan(0);
			const faults = sent.flatMap((one) =>
				(api?.check(one).faults ?? []).map((fault) => `${one.method} ${one.path}: ${fault}`),
			);
			expect({ faults, arrived: arrived().length > 0 }).toEqual({ faults: [], arrived: true });
		});

		it('every operation of the API is reached by a step', async () => {
			const reached = new Set<string | undefined>();
			for (const step of steps) {
				provider().requests.clear();
				if (world().clients.length === 0) pat();
				if (world().requests.length === 0) world().addRequest({ name: 'Old', clients: [pat()] });
				if (world().team.length === 0) world().reset();
				await runStep(step, STEPS[step]?.(), { continueOnFail: true });
				for (const one of provider().requests.all) reached.add(api?.check(one).operationId);
			}
			const bulk = [
				'approveAllSubmittedFields',
				'submitAllFieldsForReview',
				'approveAllSubmittedSectionFields',
				'submitAllPageFieldsForReview',
			];
			// The other scopes of the two bulk steps, and the kinds of templates.
			const others = [...bulk, 'listRequestTemplates', 'listPageTemplates'];
			const missing = api?.operationIds.filter((id) => !reached.has(id) && !others.includes(id));
			expect(missing).toEqual([]);
		});
	},
);

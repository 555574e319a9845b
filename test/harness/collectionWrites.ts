import type { INodeParameters } from 'n8n-workflow';
import type { SimRequest } from '../simulator/collection/model';
import type { CollectionWorld } from '../simulator/collection/world';
import { locator } from './locator';
import type { Write } from './writeModel';

/** @param name that nothing else has. */
type Making = (name: string, world: CollectionWorld) => Write;

const EVENTS = ['client_created'];

/** What can be written at Content Snare, each time to something of its own. */
export const COLLECTION_WRITES: Making[] = [
	...['createClient', 'upsertClient'].map((step): Making => (name, { clients }) => ({
		step: `client.${step}`,
		parameters: { email: `${name}@fabrikam.com`, name },
		count: () => clients.filter(({ full_name }) => full_name === name).length,
	})),
	(name, world) => {
		const client = clientCalled(name, world);
		const newEmail = `${name}@contoso.com`;
		return {
			step: 'client.updateClient',
			parameters: { client: locator('email', client.email), newEmail },
			count: () => Number(client.email === newEmail),
		};
	},
	(name, world) => {
		const client = clientCalled(name, world);
		return {
			step: 'client.deleteClient',
			parameters: { client: locator('email', client.email) },
			count: () => Number(!world.clients.includes(client)),
		};
	},
	(name, world) => {
		const client = clientCalled(name, world);
		// Another one was left as a draft just now.
		const { id } = world.addRequest({ name, clients: [client] });
		const template = locator('name', 'Onboarding');
		return {
			step: 'request.createRequest',
			parameters: { client: locator('id', client.id), template, name },
			count: () => world.requests.filter((one) => one.name === name && one.id !== id).length,
		};
	},
	ofRequest('publishRequest', ({ status }) => Number(status === 'published')),
	ofRequest('addPage', ({ pages }) => pages.length, { template: locator('name', 'Business') }),
	ofRequest(
		'runIntegrationActions',
		({ id }, world) => world.integrationRuns.filter((run) => run === id).length,
	),
	(name, { webhooks }) => {
		const url = `https://n8n.example.com/${name}`;
		const off = { type: 'webhook', url, enabled: false, subscriptions: EVENTS };
		webhooks.push({ id: `whk_${name}`, ...off });
		return {
			step: 'advanced.createWebhook',
			parameters: { url, events: EVENTS },
			count: () => webhooks.filter((one) => one.url === url && one.enabled).length,
		};
	},
];

function clientCalled(name: string, world: CollectionWorld) {
	return world.addClient({ email: `${name}@fabrikam.com`, full_name: name });
}

function ofRequest(
	step: string,
	count: (request: SimRequest, world: CollectionWorld) => number,
	more: INodeParameters = {},
): Making {
	return (name, world) => {
		const request = world.addRequest({ name });
		return {
			step: `request.${step}`,
			parameters: { request: locator('id', request.id), ...more },
			count: () => count(request, world),
		};
	};
}

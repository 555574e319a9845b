import type { INodeParameters } from 'n8n-workflow';
import { ITEMS_AT_ONCE } from '../../../../nodes/Collection/openContexts';
import { pat, provider, runStep, useCollection, world } from '../../../harness/collection';
import { locator } from '../../../harness/steps';

useCollection();

it.each<[string, () => INodeParameters]>([
	['client.deleteClient', () => ({ client: locator('id', pat().id) })],
	[
		'client.deleteClient',
		() => {
			pat();
			return { client: locator('email', 'pat@example.com') };
		},
	],
	[
		'request.deleteRequest',
		() => ({ request: locator('id', world().addRequest({ name: 'Onboarding' }).id) }),
	],
	['advanced.deleteTeamMember', () => ({ member: locator('id', world().team[0]?.id ?? '') })],
	[
		'advanced.deleteWebhook',
		() => {
			const webhook = { url: 'https://n8n.contoso.com/x', subscriptions: [], enabled: true };
			world().webhooks.push({ id: 'whk_1', type: 'webhook', ...webhook });
			return { webhookId: 'whk_1' };
		},
	],
])('%s deletes once what two items name, and says so for both', async (step, given) => {
	const parameters = given();
	const items = await runStep(step, parameters, { items: [{ json: {} }, { json: {} }] });
	expect(items.map(({ json, pairedItem }) => [json.deleted, pairedItem])).toEqual([
		[true, { item: 0 }],
		[true, { item: 1 }],
	]);
	expect(provider().requests.count({ method: 'DELETE' })).toBe(1);
});

it('Delete Client deletes who is named by email once, where the second look comes after that', async () => {
	pat();
	const client = locator('email', 'pat@example.com');
	const path = /clients$/;
	provider().faults.next({ method: 'GET', path }, { delayMs: 0 });
	provider().faults.next({ method: 'GET', path }, { status: 503 });
	const items = await runStep(
		'client.deleteClient',
		{ client },
		{ items: [{ json: {} }, { json: {} }] },
	);
	expect(items.map(({ json }) => json.deleted)).toEqual([true, true]);
});

it('a request is deleted once where n8n tries again before it came to the last item that names it', async () => {
	const [one = '', other = ''] = ['A', 'B'].map((name) => world().addRequest({ name }).id);
	provider().faults.next({ method: 'DELETE', path: new RegExp(other) }, { status: 400 });
	provider().faults.next({ method: 'DELETE', path: new RegExp(one) }, { delayMs: 100 });
	const ids = [other, ...Array.from({ length: ITEMS_AT_ONCE }, () => one)];
	const given = { request: locator('id', '={{ $json.id }}') };
	const items = ids.map((id) => ({ json: { id } }));
	const done = await runStep('request.deleteRequest', given, { items, tries: 2 });
	expect(done.every(({ json }) => json.deleted)).toBe(true);
	expect(provider().requests.count({ method: 'DELETE', path: new RegExp(one) })).toBe(1);
});

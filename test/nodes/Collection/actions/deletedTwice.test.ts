import type { INodeParameters } from 'n8n-workflow';
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

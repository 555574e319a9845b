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

import { toItem, webhookItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { webhookShape } from '../../api/records';
import { webhookId } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';

export const getWebhook = defineCollectionOperation({
	label: 'Get Webhook',
	action: 'Get a webhook',
	summary: 'Read one webhook with its address and events (needs an Admin)',
	returns: 'the webhook',
	toolText: 'List Webhooks has the IDs.',
	permission: ['administration'],
	effects: [],
	output: webhookItem,
	fields: [webhookId],
	async run({ webhookId: id }, { api }) {
		return [toItem(await api.get(collectionPath`/webhooks/${id}`, webhookShape))];
	},
});

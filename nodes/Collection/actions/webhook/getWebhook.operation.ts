import { collectionPath } from '../../api/paths';
import { webhookId } from '../../fields/webhook';
import { toItem, webhookItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { webhookShape } from '../../records';

export const getWebhook = defineCollectionOperation({
	id: 'getWebhook',
	label: 'Get Webhook',
	action: 'Get a webhook',
	summary: 'Read one webhook with its address and events (needs an Admin)',
	returns: 'the webhook',
	permission: ['administration'],
	output: webhookItem,
	fields: [webhookId],
	async run({ webhookId: id }, { api }) {
		return [toItem(await api.get(collectionPath`/webhooks/${id}`, webhookShape))];
	},
});

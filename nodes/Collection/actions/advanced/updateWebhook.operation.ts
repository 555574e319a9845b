import { collectionPath } from '../../api/paths';
import { toWebhook, webhookId, webhookSettings } from '../../fields/webhook';
import { toItem, webhookItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { anyRecord } from '../../records';

export const updateWebhook = defineCollectionOperation({
	id: 'updateWebhook',
	label: 'Update Webhook',
	action: 'Update a webhook',
	summary: 'Change where and what Content Snare sends (needs an Admin)',
	returns: 'the webhook',
	permission: ['administration'],
	output: webhookItem,
	fields: [webhookId, ...webhookSettings],
	async run({ webhookId: id, ...settings }, { api }) {
		const path = collectionPath`/webhooks/${id}`;
		const answer = await api.put(path, toWebhook(settings), anyRecord);
		return [toItem({ ...answer, id })];
	},
});

import { explain } from '../../../shared/failures';
import { collectionPath } from '../../api/paths';
import { toWebhook, webhookId, webhookSettings } from '../../fields/webhook';
import { toItem, webhookItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { anyRecord } from '../../records';
import { REFUSED_HINT } from '../../webhooks';

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
		const answer = await api
			.put(path, toWebhook(settings), anyRecord)
			.catch(explain({ rejected: REFUSED_HINT }));
		return [toItem({ ...answer, id })];
	},
});

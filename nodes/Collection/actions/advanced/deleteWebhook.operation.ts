import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { webhookIdField } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';

export const deleteWebhook = defineCollectionOperation({
	id: 'deleteWebhook',
	label: 'Delete Webhook',
	action: 'Delete a webhook by its ID so that it gets no more events and return the ID',
	summary: 'Stop sending events to an address (needs an Admin)',
	fields: [webhookIdField],
	input: z.object({ webhookId: requiredText }),
	async run({ webhookId: id }, { api }) {
		await api.remove(collectionPath`/webhooks/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

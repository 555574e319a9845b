import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { webhookIdField } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';
import { present, webhookShape } from '../../records';

export const getWebhook = defineCollectionOperation({
	id: 'getWebhook',
	label: 'Get Webhook',
	action: 'Get one webhook by its ID with its address and events and whether it is enabled',
	summary: 'Read one webhook (needs an Admin)',
	fields: [webhookIdField],
	input: z.object({ webhookId: requiredText }),
	async run({ webhookId: id }, { api }) {
		return [{ json: present(await api.get(collectionPath`/webhooks/${id}`, webhookShape)) }];
	},
});

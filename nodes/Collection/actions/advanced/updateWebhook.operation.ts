import { requiredText } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import {
	webhookEnabledField,
	webhookEventsField,
	webhookIdField,
	webhookUrlField,
} from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';
import { anyRecord, present } from '../../records';
import { webhookInput } from '../../schemas/webhook';

export const updateWebhook = defineCollectionOperation({
	id: 'updateWebhook',
	label: 'Update Webhook',
	action: 'Replace address and events and state of a webhook by its ID and return the webhook',
	summary: 'Change where and what Content Snare sends (needs an Admin)',
	fields: [webhookIdField, webhookUrlField, webhookEventsField, webhookEnabledField],
	input: webhookInput.extend({ webhookId: requiredText }),
	async run({ webhookId: id, url, events, enabled }, { api }) {
		const body = { url, enabled, subscriptions: events };
		const answer = await api.put(collectionPath`/webhooks/${id}`, body, anyRecord);
		return [{ json: { id, ...present(answer) } }];
	},
});

import { present } from '../../api/records';
import { createWebhook as create } from '../../api/webhooks';
import { webhookEnabledField, webhookEventsField, webhookUrlField } from '../../fields/webhook';
import { webhookInput } from '../../schemas/webhook';
import { defineCollectionOperation } from '../defineCollectionOperation';

export const createWebhook = defineCollectionOperation({
	id: 'createWebhook',
	label: 'Create Webhook',
	action: 'Create a webhook that sends chosen events to an address and return it with its ID',
	summary: 'Have Content Snare send events (needs an Admin)',
	fields: [webhookUrlField, webhookEventsField, webhookEnabledField],
	input: webhookInput,
	async run({ url, events, enabled }, { api }) {
		return [{ json: present(await create(api, { url, enabled, subscriptions: events })) }];
	},
});

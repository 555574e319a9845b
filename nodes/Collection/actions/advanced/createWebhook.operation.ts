import { webhookEnabledField, webhookEventsField, webhookUrlField } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { webhookInput } from '../../schemas/webhook';
import { createWebhook as create } from '../../webhooks';

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

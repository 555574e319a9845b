import { toWebhook, webhookSettings } from '../../fields/webhook';
import { toItem, webhookItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { postWebhookOnce } from '../../webhooks';

export const createWebhook = defineCollectionOperation({
	id: 'createWebhook',
	label: 'Create Webhook',
	action: 'Create a webhook',
	summary: 'Have Content Snare send events (needs an Admin)',
	returns: 'the webhook',
	permission: ['administration'],
	output: webhookItem,
	fields: webhookSettings,
	async run(settings, { api }) {
		return [toItem(await postWebhookOnce(api, toWebhook(settings)))];
	},
});

import { toItem, webhookItem } from '../../api/items';
import { toWebhook, webhookSettings } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';
import { postWebhookOnce } from '../../webhooks/webhooks';

export const createWebhook = defineCollectionOperation({
	label: 'Create Webhook',
	action: 'Create a webhook',
	summary: 'Have Content Snare send events (needs an Admin)',
	returns: 'the webhook',
	toolText: 'The Collection Trigger makes its own webhook: this is for other systems.',
	permission: ['administration'],
	effects: ['createWebhook'],
	output: webhookItem,
	fields: webhookSettings,
	async run(settings, { api }) {
		return [toItem(await postWebhookOnce(api, toWebhook(settings)))];
	},
});

import { explain } from '../../../shared/http/failures';
import { toItem, webhookItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { anyRecord } from '../../api/records';
import { toWebhook, webhookId, webhookSettings } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';
import { REFUSED_HINT } from '../../webhooks/webhooks';

export const updateWebhook = defineCollectionOperation({
	label: 'Update Webhook',
	action: 'Update a webhook',
	summary: 'Replace the address, the events and Enabled of a webhook (needs an Admin)',
	returns: 'the webhook',
	toolText:
		'The address, the events and Enabled are all replaced: a webhook that is off is switched on, unless Enabled is off.',
	permission: ['administration'],
	effects: ['updateWebhook'],
	output: webhookItem,
	fields: [webhookId, ...webhookSettings],
	// The last one counts.
	inTurnBy: ({ webhookId: id }) => id,
	async run({ webhookId: id, ...settings }, { api }) {
		const path = collectionPath`/webhooks/${id}`;
		const answer = await api
			.put(path, toWebhook(settings), anyRecord)
			.catch(explain({ rejected: REFUSED_HINT }));
		return [toItem({ ...answer, id })];
	},
});

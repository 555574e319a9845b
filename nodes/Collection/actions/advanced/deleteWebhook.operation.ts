import { deletedItem } from '../../../shared/step/outputs';
import { collectionPath } from '../../api/paths';
import { webhookId } from '../../fields/webhook';
import { defineCollectionOperation } from '../../operation';

export const deleteWebhook = defineCollectionOperation({
	label: 'Delete Webhook',
	action: 'Delete a webhook permanently',
	summary: 'Stop sending events to an address (needs an Admin)',
	returns: 'the ID, and that it was deleted',
	toolText: 'A trigger that uses it gets nothing more by it. List Webhooks has the IDs.',
	permission: ['administration'],
	effects: ['deleteWebhook'],
	output: deletedItem,
	fields: [webhookId],
	async run({ webhookId: id }, { api }) {
		await api.remove(collectionPath`/webhooks/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

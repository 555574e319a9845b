import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { collectionPath } from '../../api/paths';
import { toItem, webhookItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { webhookShape } from '../../records';

export const listWebhooks = defineCollectionOperation({
	id: 'listWebhooks',
	label: 'List Webhooks',
	action: 'List webhooks',
	summary: 'Read where Content Snare sends events (needs an Admin)',
	returns: 'one item for each webhook',
	permission: ['administration'],
	output: webhookItem,
	fields: returnAllFields,
	async run(wanted, { api }) {
		const limit = limitOf(wanted);
		return (await api.list(collectionPath`/webhooks`, webhookShape, { limit })).map(toItem);
	},
});

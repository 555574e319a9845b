import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { toItems, webhookItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { webhookShape } from '../../api/records';
import { defineCollectionOperation } from '../../operation';

export const listWebhooks = defineCollectionOperation({
	label: 'List Webhooks',
	action: 'List webhooks',
	summary: 'Read where Content Snare sends events (needs an Admin)',
	returns: 'one item for each webhook',
	toolText: 'Use it where events do not arrive.',
	permission: ['administration'],
	effects: [],
	output: webhookItem,
	fields: returnAllFields,
	async run(wanted, { api, notices }) {
		const options = { limit: limitOf(wanted), isCommon: true };
		const found = await api.collect(collectionPath`/webhooks`, webhookShape, options);
		return toItems(found, 'webhooks', notices);
	},
});

import { z } from 'zod';
import { returnAllAndLimit } from '../../../shared/inputSchemas';
import { collectionPath } from '../../api/paths';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';
import { present, webhookShape } from '../../records';
import { rowLimit } from '../../schemas/listOptions';

export const listWebhooks = defineCollectionOperation({
	id: 'listWebhooks',
	label: 'List Webhooks',
	action: 'List the webhooks of the account and return ID and address and events of each',
	summary: 'Read where Content Snare sends events (needs an Admin)',
	fields: [returnAllField, limitField],
	input: z.object(returnAllAndLimit),
	async run(range, { api }) {
		const limit = rowLimit(range);
		const webhooks = await api.list(collectionPath`/webhooks`, webhookShape, { limit });
		return webhooks.map((webhook) => ({ json: present(webhook) }));
	},
});

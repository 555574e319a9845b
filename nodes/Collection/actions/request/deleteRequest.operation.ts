import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { requestInput } from '../../schemas/references';

export const deleteRequest = defineCollectionOperation({
	id: 'deleteRequest',
	label: 'Delete Request',
	action: 'Delete a request and its answers for good by its ID and return the ID',
	summary: 'Remove a request; it cannot be brought back',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		await api.remove(collectionPath`/requests/${request}`);
		return [{ json: { id: request, deleted: true } }];
	},
});

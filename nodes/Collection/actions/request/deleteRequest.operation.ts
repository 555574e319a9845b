import { deletedItem } from '../../../shared/step/outputs';
import { collectionPath } from '../../api/paths';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';

export const deleteRequest = defineCollectionOperation({
	label: 'Delete Request',
	action: 'Delete a request permanently',
	summary: 'Remove a request and its answers; they cannot be brought back',
	returns: 'the ID, and that it was deleted',
	toolText: 'Archive Request puts it away instead.',
	permission: ['write_requests'],
	effects: ['deleteRequest'],
	output: deletedItem,
	fields: [request],
	async run({ request: id }, { api }) {
		await api.remove(collectionPath`/requests/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

import { deletedItem } from '../../../shared/step/outputs';
import { collectionPath } from '../../api/paths';
import { clientIdOf } from '../../clients/clients';
import { client } from '../../fields/client';
import { defineCollectionOperation } from '../../operation';

export const deleteClient = defineCollectionOperation({
	label: 'Delete Client',
	action: 'Delete a client permanently',
	summary: 'Remove a client; it cannot be brought back',
	returns: 'the ID, and that it was deleted',
	toolText: 'Their requests may go as well.',
	permission: ['write_clients', 'read_clients for a client by email'],
	effects: ['deleteClient'],
	output: deletedItem,
	fields: [client],
	async run({ client: reference }, { api }) {
		const id = await clientIdOf(api, reference);
		await api.remove(collectionPath`/clients/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

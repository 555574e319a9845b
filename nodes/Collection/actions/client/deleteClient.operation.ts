import { rememberPerRun } from '../../../shared/provider/perRun';
import { deletedItem } from '../../../shared/step/outputs';
import type { CollectionClient } from '../../api/client';
import { collectionPath } from '../../api/paths';
import { clientIdOf } from '../../clients/clients';
import type { PersonReference } from '../../clients/references';
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
	async run({ client: { by, value } }, { api }) {
		const id = await idOnce(api, by, by === 'email' ? value.toLowerCase() : value);
		await api.remove(collectionPath`/clients/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

/** Several items may name somebody, who is not found any more by email once the first one is done. */
const idOnce = rememberPerRun(
	async (api: CollectionClient, by: PersonReference['by'], value: string) =>
		await clientIdOf(api, { by, value }),
);

import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { clientIdOf } from '../../clients';
import { clientField } from '../../fields/client';
import { defineCollectionOperation } from '../../operation';
import { clientInput } from '../../schemas/references';

export const deleteClient = defineCollectionOperation({
	id: 'deleteClient',
	label: 'Delete Client',
	action: 'Delete a client for good by ID or email and return the ID of the deleted client',
	summary: 'Remove a client; it cannot be brought back',
	fields: [clientField],
	input: z.object({ client: clientInput }),
	async run({ client }, { api }) {
		const id = await clientIdOf(api, client);
		await api.remove(collectionPath`/clients/${id}`);
		return [{ json: { id, deleted: true } }];
	},
});

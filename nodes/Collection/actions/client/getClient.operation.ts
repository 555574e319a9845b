import { readClient } from '../../clients';
import { client } from '../../fields/client';
import { clientItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';

export const getClient = defineCollectionOperation({
	id: 'getClient',
	label: 'Get Client',
	action: 'Get one client by ID or exact email with name and phone and companies',
	summary: 'Read one client',
	returns: 'the client',
	permission: ['read_clients'],
	output: clientItem,
	fields: [client],
	async run({ client: reference }, { api }) {
		return [toItem(await readClient(api, reference))];
	},
});

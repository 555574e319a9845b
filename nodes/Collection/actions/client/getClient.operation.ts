import { clientItem, toItem } from '../../api/items';
import { readClient } from '../../clients/clients';
import { client } from '../../fields/client';
import { defineCollectionOperation } from '../../operation';

export const getClient = defineCollectionOperation({
	label: 'Get Client',
	action: 'Get a client',
	summary: 'Read one client by ID or exact email',
	returns: 'the client',
	toolText: 'Use Find Client where you know only the name.',
	permission: ['read_clients'],
	effects: [],
	output: clientItem,
	fields: [client],
	async run({ client: reference }, { api }) {
		return [toItem(await readClient(api, reference))];
	},
});

import { explain } from '../../../shared/failures';
import { postClientOnce } from '../../clients';
import { clientEmail, clientName, clientProfile, toClientBody } from '../../fields/clientRecord';
import { clientItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';

export const createClient = defineCollectionOperation({
	id: 'createClient',
	label: 'Create Client',
	action: 'Create a client',
	summary: 'Add a person who can be sent requests',
	returns: 'the client',
	permission: ['write_clients'],
	output: clientItem,
	fields: [clientEmail, clientName, clientProfile],
	async run(record, { api }) {
		const created = await postClientOnce(api, record.email, toClientBody(record)).catch(
			explain({
				rejected: 'If there is a client with this email already, use Create or Update Client.',
			}),
		);
		return [toItem(created)];
	},
});

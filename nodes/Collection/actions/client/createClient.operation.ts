import { explain } from '../../../shared/http/failures';
import { clientItem, toItem } from '../../api/items';
import { postClientOnce } from '../../clients/clients';
import { clientEmail, clientName, clientProfile, toClientBody } from '../../fields/clientRecord';
import { defineCollectionOperation } from '../../operation';

export const createClient = defineCollectionOperation({
	label: 'Create Client',
	action: 'Create a client',
	summary: 'Add a person who can be sent requests',
	returns: 'the client',
	toolText:
		'Nobody is told. Refused where the email is a client already: use Create or Update Client.',
	permission: ['write_clients'],
	effects: ['createClient'],
	output: clientItem,
	fields: [clientEmail, clientName, clientProfile],
	// The first one of an email is made.
	inTurnBy: ({ email }) => email.toLowerCase(),
	async run(record, context) {
		const created = await postClientOnce(context.api, record.email, toClientBody(record)).catch(
			explain({
				rejected: 'If there is a client with this email already, use Create or Update Client.',
			}),
		);
		return [toItem(created)];
	},
});

import { z } from 'zod';
import { clientItem, toItem } from '../../api/items';
import { upsertClientByEmail } from '../../clients/clients';
import { clientEmail, clientName, clientProfile, toClientBody } from '../../fields/clientRecord';
import { defineCollectionOperation } from '../../operation';

export const upsertClient = defineCollectionOperation({
	label: 'Create or Update Client',
	action: 'Create or update a client',
	summary: 'Make sure that a client exists and is up to date',
	returns: 'the client, and whether it was created',
	toolText: 'Looks the email up first, so that nobody is a client twice. Nobody is told.',
	permission: ['read_clients', 'write_clients'],
	effects: ['createClient', 'updateClient'],
	output: z.object({ created: z.boolean() }).merge(clientItem),
	fields: [clientEmail, clientName, clientProfile],
	// Two items with the same email must not both find nothing.
	inTurnBy: ({ email }) => email.toLowerCase(),
	async run({ email, ...record }, context) {
		const body = toClientBody({ email, ...record });
		return [toItem(await upsertClientByEmail(context.api, email, body, toClientBody(record)))];
	},
});

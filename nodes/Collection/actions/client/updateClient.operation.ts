import { explain } from '../../../shared/http/failures';
import { byModel } from '../../../shared/step/field';
import { text } from '../../../shared/step/fieldKinds';
import { clientItem, toItem } from '../../api/items';
import { clientIdOf, putClient } from '../../clients/clients';
import { optionalEmail } from '../../clients/email';
import { client } from '../../fields/client';
import { clientProfile, toClientBody } from '../../fields/clientRecord';
import { defineCollectionOperation } from '../../operation';

export const updateClient = defineCollectionOperation({
	label: 'Update Client',
	action: 'Update a client',
	summary: 'Change what is filled in, keep the rest',
	returns: 'the client',
	toolText: 'Values that you leave out stay. Nobody is told.',
	permission: ['write_clients', 'read_clients for a client by email'],
	effects: ['updateClient'],
	output: clientItem,
	fields: [
		client,
		byModel(
			text(
				'newEmail',
				'New Email',
				'Email address to change to. Leave empty to keep the present one.',
				{ placeholder: 'e.g. pat@example.com', input: optionalEmail },
			),
			'New email address; empty to keep it',
		),
		text('newName', 'New Name', 'Full name to change to. Leave empty to keep the present one.', {
			placeholder: 'e.g. Pat Doe',
			byModel: 'New full name; empty to keep it',
		}),
		clientProfile,
	],
	rules: [
		{
			holds: ({ newEmail: email, newName: name, profile }) =>
				Object.keys(toClientBody({ email, name, profile })).length > 0,
			field: 'newName',
			message: 'fill in what to change: email, name or a profile field',
		},
	],
	// The last one counts.
	inTurnBy: ({ client: { value } }) => value.toLowerCase(),
	async run({ client: reference, newEmail: email, newName: name, profile }, context) {
		const { api } = context;
		const id = await clientIdOf(api, reference);
		const changed = await putClient(api, id, toClientBody({ email, name, profile })).catch(
			explain({ rejected: 'If another client has this email, find it with Find Client.' }),
		);
		return [toItem(changed)];
	},
});

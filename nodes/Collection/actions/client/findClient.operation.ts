import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { findClients } from '../../clients';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';

export const findClient = defineCollectionOperation({
	id: 'findClient',
	label: 'Find Client',
	action: 'Find clients by exact email or by a part of the name and return those found or nothing',
	summary: 'Look for clients by email or name',
	fields: [
		{
			displayName: 'Email or Name',
			name: 'search',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. pat@example.com',
			description: 'A whole email address, or a part of the name',
		},
	],
	input: z.object({ search: requiredText }),
	async run({ search }, { api }) {
		return (await findClients(api, search)).map((client) => ({ json: present(client) }));
	},
});

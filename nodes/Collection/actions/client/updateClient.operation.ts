import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { clientIdOf, updateClient as update } from '../../clients';
import { clientField } from '../../fields/client';
import { newEmailField, newNameField } from '../../fields/clientIdentity';
import { clientProfileField } from '../../fields/clientProfile';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { clientProfile } from '../../schemas/clientProfile';
import { optionalEmail } from '../../schemas/email';
import { clientInput } from '../../schemas/references';

export const updateClient = defineCollectionOperation({
	id: 'updateClient',
	label: 'Update Client',
	action: 'Update email or name or profile of a client by its ID or email and return the client',
	summary: 'Change what is filled in, keep the rest',
	fields: [clientField, newEmailField, newNameField, clientProfileField],
	input: z.object({
		client: clientInput,
		newEmail: optionalEmail,
		newName: optionalText,
		profile: clientProfile,
	}),
	rules: [
		{
			holds: ({ newEmail, newName, profile }) =>
				newEmail !== undefined || newName !== undefined || Object.keys(profile).length > 0,
			field: 'newName',
			message: 'fill in what to change: email, name or a profile field',
		},
	],
	async run({ client, newEmail, newName, profile }, { api }) {
		const id = await clientIdOf(api, client);
		const email = newEmail === undefined ? {} : { email: newEmail };
		return [{ json: present(await update(api, id, { ...email, name: newName, ...profile })) }];
	},
});

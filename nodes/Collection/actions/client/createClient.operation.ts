import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { createClient as create } from '../../clients';
import { clientEmailField, clientNameField } from '../../fields/clientIdentity';
import { clientProfileField } from '../../fields/clientProfile';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { clientProfile } from '../../schemas/clientProfile';
import { requiredEmail } from '../../schemas/email';

export const createClient = defineCollectionOperation({
	id: 'createClient',
	label: 'Create Client',
	action: 'Create a client with name and email and return the client with its ID',
	summary: 'Add a person who can be sent requests',
	fields: [clientEmailField, clientNameField, clientProfileField],
	input: z.object({ email: requiredEmail, name: requiredText, profile: clientProfile }),
	async run({ email, name, profile }, { api }) {
		return [{ json: present(await create(api, { email, name, ...profile })) }];
	},
});

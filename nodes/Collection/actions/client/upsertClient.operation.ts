import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { createClient, findClientByEmail, updateClient } from '../../clients';
import { clientEmailField, clientNameField } from '../../fields/clientIdentity';
import { clientProfileField } from '../../fields/clientProfile';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { clientProfile } from '../../schemas/clientProfile';
import { requiredEmail } from '../../schemas/email';

export const upsertClient = defineCollectionOperation({
	id: 'upsertClient',
	label: 'Create or Update Client',
	action:
		'Create a client or update the one with this email and return the client and whether it is new',
	summary: 'Make sure that a client exists and is up to date',
	fields: [clientEmailField, clientNameField, clientProfileField],
	input: z.object({ email: requiredEmail, name: requiredText, profile: clientProfile }),
	// Two items with the same email must not both find nothing.
	key: ({ email }) => email.toLowerCase(),
	async run({ email, name, profile }, { api }) {
		const existing = await findClientByEmail(api, email);
		const client = existing
			? await updateClient(api, existing.id, { name, ...profile })
			: await createClient(api, { email, name, ...profile });
		return [{ json: { ...present(client), created: !existing } }];
	},
});

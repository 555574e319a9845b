import { z } from 'zod';
import { readClient } from '../../api/clients';
import { present } from '../../api/records';
import { clientField } from '../../fields/client';
import { clientInput } from '../../schemas/references';
import { defineCollectionOperation } from '../defineCollectionOperation';

export const getClient = defineCollectionOperation({
	id: 'getClient',
	label: 'Get Client',
	action: 'Get one client by ID or exact email with name and phone and companies',
	summary: 'Read one client',
	fields: [clientField],
	input: z.object({ client: clientInput }),
	run: async ({ client }, { api }) => [{ json: present(await readClient(api, client)) }],
});

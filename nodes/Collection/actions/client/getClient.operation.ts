import { z } from 'zod';
import { readClient } from '../../clients';
import { clientField } from '../../fields/client';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { clientInput } from '../../schemas/references';

export const getClient = defineCollectionOperation({
	id: 'getClient',
	label: 'Get Client',
	action: 'Get one client by ID or exact email with name and phone and companies',
	summary: 'Read one client',
	fields: [clientField],
	input: z.object({ client: clientInput }),
	run: async ({ client }, { api }) => [{ json: present(await readClient(api, client)) }],
});

import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { defineCollectionOperation } from '../../operation';
import { anyRecord, present } from '../../records';

export const whoAmI = defineCollectionOperation({
	id: 'whoAmI',
	label: 'Who Am I',
	action: 'Get the full name of the person the account is signed in as',
	summary: 'Check the connection',
	fields: [],
	input: z.object({}),
	async run(_, { api }) {
		return [{ json: present(await api.get(collectionPath`/me`, anyRecord)) }];
	},
});

import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { anyRecord } from '../../records';

export const whoAmI = defineCollectionOperation({
	id: 'whoAmI',
	label: 'Who Am I',
	action: 'Get the connected person',
	summary:
		'Read the name of the person the account is signed in as, such as to check the connection',
	returns: 'the name of the signed-in person',
	permission: ['none'],
	output: z.object({ full_name: z.string().optional() }).passthrough(),
	fields: [],
	async run(_, { api }) {
		return [toItem(await api.get(collectionPath`/me`, anyRecord))];
	},
});

import { z } from 'zod';
import { anyObject } from '../../../shared/provider/understand';
import { toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { defineCollectionOperation } from '../../operation';

export const whoAmI = defineCollectionOperation({
	label: 'Who Am I',
	action: 'Get the connected user',
	summary: 'Read who the account is signed in as, for example to check the connection',
	returns: 'the name of the signed-in person',
	toolText: 'Use it to check the connection.',
	permission: ['none'],
	effects: [],
	output: z.object({ full_name: z.string().optional() }).passthrough(),
	fields: [],
	async run(_, { api }) {
		return [toItem(await api.get(collectionPath`/me`, anyObject))];
	},
});

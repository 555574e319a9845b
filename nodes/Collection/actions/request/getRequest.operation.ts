import { z } from 'zod';
import { collectionPath } from '../../api/paths';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present, requestShape } from '../../records';
import { requestInput } from '../../schemas/references';

export const getRequest = defineCollectionOperation({
	id: 'getRequest',
	label: 'Get Request',
	action:
		'Get status and progress and share link and pages of one request by its ID without answers',
	summary: 'Read status and progress of one request',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		return [{ json: present(await api.get(collectionPath`/requests/${request}`, requestShape)) }];
	},
});

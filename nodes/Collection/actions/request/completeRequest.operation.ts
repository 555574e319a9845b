import { z } from 'zod';
import { present } from '../../api/records';
import { setStatus } from '../../api/requestChanges';
import { requestField } from '../../fields/request';
import { requestInput } from '../../schemas/references';
import { defineCollectionOperation } from '../defineCollectionOperation';

export const completeRequest = defineCollectionOperation({
	id: 'completeRequest',
	label: 'Complete Request',
	action: 'Mark a request as completed by its ID and return the request',
	summary: 'Close a request as done',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		return [{ json: present(await setStatus(api, request, 'completed')) }];
	},
});

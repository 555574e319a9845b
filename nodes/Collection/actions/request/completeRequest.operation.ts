import { z } from 'zod';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { setStatus } from '../../requestChanges';
import { requestInput } from '../../schemas/references';

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

import { z } from 'zod';
import { present } from '../../api/records';
import { setStatus } from '../../api/requestChanges';
import { requestField } from '../../fields/request';
import { requestInput } from '../../schemas/references';
import { defineCollectionOperation } from '../defineCollectionOperation';

export const reopenRequest = defineCollectionOperation({
	id: 'reopenRequest',
	label: 'Reopen Request',
	action: 'Reopen a completed or archived request by its ID and return the request',
	summary: 'Give a closed request back to its client',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		return [{ json: present(await setStatus(api, request, 'published')) }];
	},
});

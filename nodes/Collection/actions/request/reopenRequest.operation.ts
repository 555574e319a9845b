import { z } from 'zod';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { setStatus } from '../../requestChanges';
import { requestInput } from '../../schemas/references';

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

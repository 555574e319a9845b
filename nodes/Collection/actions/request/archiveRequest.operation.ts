import { z } from 'zod';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { setStatus } from '../../requestChanges';
import { requestInput } from '../../schemas/references';

export const archiveRequest = defineCollectionOperation({
	id: 'archiveRequest',
	label: 'Archive Request',
	action: 'Archive a request by its ID so that it is put away and return the request',
	summary: 'Put a request away; it can be reopened',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		return [{ json: present(await setStatus(api, request, 'archived')) }];
	},
});

import { z } from 'zod';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { present } from '../../records';
import { setStatus } from '../../requestChanges';
import { requestInput } from '../../schemas/references';

export const publishRequest = defineCollectionOperation({
	id: 'publishRequest',
	label: 'Publish Request',
	action:
		'Publish a draft request by its ID which sends it to its client and return it with its share link',
	summary: 'Send a draft to its client',
	fields: [requestField],
	input: z.object({ request: requestInput }),
	async run({ request }, { api }) {
		return [{ json: present(await setStatus(api, request, 'published')) }];
	},
});

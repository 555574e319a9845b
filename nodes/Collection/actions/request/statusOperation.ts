import { requestItem, toItem, WRITTEN_REQUEST_KEYS } from '../../api/items';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { putRequest } from '../../requests/requests';

interface StatusOperation extends Record<'label' | 'action' | 'summary' | 'toolText', string> {
	status: 'published' | 'completed' | 'archived';
}

/** Defines a step that sets the status of a request; an answer that leaves it out is completed. */
export function defineStatusOperation({ status, ...texts }: StatusOperation) {
	return defineCollectionOperation({
		...texts,
		returns: 'the request, with its status and share link',
		permission: ['write_requests'],
		effects: ['updateRequest'],
		output: requestItem,
		modelKeys: WRITTEN_REQUEST_KEYS,
		fields: [request],
		// The last one counts, and what is sent is as the one before left it.
		inTurnBy: ({ request: id }) => id,
		async run({ request: id }, { api }) {
			return [toItem({ status, ...(await putRequest(api, id, { status })) })];
		},
	});
}

import type { Operation } from '../../../shared/operation';
import { request } from '../../fields/request';
import { requestItem, toItem } from '../../items';
import type { CollectionContext } from '../../operation';
import { defineCollectionOperation } from '../../operation';
import { putRequest } from '../../requests';

interface StatusOperation extends Pick<
	Operation<CollectionContext>,
	'id' | 'label' | 'action' | 'summary'
> {
	/** The API's status that the request gets. */
	status: 'published' | 'completed' | 'archived';
}

/** Defines a step that sets the status of a request; an answer that leaves it out is completed. */
export function defineStatusOperation({ status, ...texts }: StatusOperation) {
	return defineCollectionOperation({
		...texts,
		returns: 'the request, with its status and share link',
		permission: ['write_requests'],
		output: requestItem,
		fields: [request],
		async run({ request: id }, { api }) {
			return [toItem({ status, ...(await putRequest(api, id, { status })) })];
		},
	});
}

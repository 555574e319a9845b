import { requestItem, toItem } from '../../api/items';
import { collectionPath } from '../../api/paths';
import { requestShape } from '../../api/records';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';

export const getRequest = defineCollectionOperation({
	label: 'Get Request',
	action: 'Get a request',
	summary: 'Read status and progress of one request, without answers',
	returns: 'the request, with its status and share link',
	toolText: 'Use Get Answers for what the client has filled in. List Requests has the IDs.',
	permission: ['read_requests'],
	effects: [],
	output: requestItem,
	fields: [request],
	async run({ request: id }, { api }) {
		return [toItem(await api.get(collectionPath`/requests/${id}`, requestShape))];
	},
});

import { collectionPath } from '../../api/paths';
import { request } from '../../fields/request';
import { requestItem, toItem } from '../../items';
import { defineCollectionOperation } from '../../operation';
import { requestShape } from '../../records';

export const getRequest = defineCollectionOperation({
	id: 'getRequest',
	label: 'Get Request',
	action: 'Get a request',
	summary: 'Read status and progress of one request, without answers',
	returns: 'the request, with its status and share link',
	permission: ['read_requests'],
	output: requestItem,
	fields: [request],
	async run({ request: id }, { api }) {
		return [toItem(await api.get(collectionPath`/requests/${id}`, requestShape))];
	},
});

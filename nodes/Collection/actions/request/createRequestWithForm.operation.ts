import { requestItem, toItem, WRITTEN_REQUEST_KEYS } from '../../api/items';
import { client } from '../../fields/client';
import { formPages } from '../../fields/formPages';
import { delivery, requestKey, requestName, toOrder } from '../../fields/newRequest';
import { defineCollectionOperation } from '../../operation';
import { postRequestOnce } from '../../requests/requests';

export const createRequestWithForm = defineCollectionOperation({
	label: 'Create Request With Form',
	action: 'Send a request with a form',
	summary: 'Ask a client questions that no template holds (not in the published API reference)',
	returns: 'the request, with its status and share link',
	toolText:
		'Use Create Request where a template fits. The client gets an email immediately, unless Send to Client is off.',
	permission: [
		'write_requests',
		'read_clients for a client by ID',
		'write_clients for a new client',
	],
	effects: ['createRequest'],
	output: requestItem,
	modelKeys: WRITTEN_REQUEST_KEYS,
	fields: [client, requestName, formPages, ...delivery],
	inTurnBy: requestKey,
	async run({ pages, ...input }, context) {
		const { body, ...order } = toOrder(input, context);
		const withPages = { ...order, body: { ...body, pages_data: pages } };
		return [toItem(await postRequestOnce(context.api, withPages, context.now.toMillis()))];
	},
});

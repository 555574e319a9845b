import { requestItem, toItem, WRITTEN_REQUEST_KEYS } from '../../api/items';
import { client } from '../../fields/client';
import { delivery, requestKey, requestName, toOrder } from '../../fields/newRequest';
import { templateField } from '../../fields/template';
import { defineCollectionOperation } from '../../operation';
import { postRequestOnce } from '../../requests/requests';

export const createRequest = defineCollectionOperation({
	label: 'Create Request',
	action: 'Create and send a request',
	summary: 'Ask a client for content and documents with one of the request templates',
	returns: 'the request, with its status and share link',
	toolText:
		'The client gets an email immediately, unless Send to Client is off: then Publish Request sends it. List Templates has the templates, Find Client the clients.',
	permission: [
		'write_requests',
		'read_templates',
		'read_clients for a client by ID',
		'write_clients for a new client',
	],
	effects: ['createRequest'],
	output: requestItem,
	modelKeys: WRITTEN_REQUEST_KEYS,
	fields: [
		client,
		templateField('request', 'searchRequestTemplates', 'Client Onboarding'),
		requestName,
		...delivery,
	],
	inTurnBy: requestKey,
	async run({ template, ...input }, context) {
		const order = { ...toOrder(input, context), template };
		return [toItem(await postRequestOnce(context.api, order, context.now.toMillis()))];
	},
});

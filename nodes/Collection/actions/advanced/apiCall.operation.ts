import { z } from 'zod';
import { body, endpoint, limit, method, returnAll } from '../../../shared/apiCallFields';
import { changed } from '../../../shared/field';
import { json, toggle } from '../../../shared/fieldKinds';
import { checkEndpoint, checkHeaders } from '../../../shared/http/apiCall';
import { limitOf } from '../../../shared/returnAll';
import { callApi } from '../../apiCall';
import { defineCollectionOperation } from '../../operation';

export const apiCall = defineCollectionOperation({
	id: 'apiCall',
	label: 'Client-Collection API Call',
	action: 'Call API to read or send or delete',
	summary:
		'Any request to Content Snare, with paging and retries; whatever the account may do, it can do',
	returns: 'one item for each row of a list, else the answer; on request with status and headers',
	permission: ['that of the endpoint'],
	output: z.record(z.unknown()),
	fields: [
		method,
		changed(endpoint, {
			placeholder: 'e.g. /clients',
			description:
				'Path of the call, starting with /, with or without /partner_api/v1 in front, such as /requests/req_Aa11Bb22Cc33Dd',
		}),
		json(
			'query',
			'Query Parameters',
			'Query parameters as a JSON object. Lists and objects become bracket keys: {"expand": ["clients"]} is sent as expand[]=clients.',
			'e.g. { "q": "Pat", "filter_by": { "statuses": ["published"] } }',
		),
		changed(body, {
			placeholder: 'e.g. { "name": "Pat Doe", "email": "pat@example.com" }',
			description: 'JSON body of the call, flat as the API reference shows it',
		}),
		json(
			'headers',
			'Headers',
			'Further headers as a JSON object. Authorization, Host, Cookie and connection headers are refused: signing in is done by the credential.',
			'e.g. { "Accept-Language": "de" }',
		),
		changed(returnAll, { displayOptions: { show: { method: ['GET'], fullResponse: [false] } } }),
		changed(limit, {
			displayOptions: { show: { method: ['GET'], fullResponse: [false], returnAll: [false] } },
		}),
		toggle(
			'fullResponse',
			'Full Response',
			'Whether to return status code and headers too, one item for each call',
		),
	],
	async run({ endpoint, headers = {}, ...call }, { api }) {
		const results = await callApi(api, {
			...call,
			endpoint: checkEndpoint(endpoint, 'endpoint'),
			headers: checkHeaders(Object.entries(headers), 'headers'),
			limit: limitOf(call),
		});
		return results.map((json) => ({ json }));
	},
});

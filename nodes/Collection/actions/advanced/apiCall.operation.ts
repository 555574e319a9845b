import { z } from 'zod';
import { checkEndpoint, checkHeaders } from '../../../shared/http/apiCall';
import {
	flag,
	jsonObject,
	jsonValue,
	requiredText,
	returnAllAndLimit,
} from '../../../shared/inputSchemas';
import { callApi } from '../../apiCall';
import {
	bodyField,
	endpointField,
	headersField,
	methodField,
	queryField,
} from '../../fields/apiCall';
import { limitField, returnAllField } from '../../fields/returnAll';
import { defineCollectionOperation } from '../../operation';

export const apiCall = defineCollectionOperation({
	id: 'apiCall',
	label: 'Client-Collection API Call',
	action: 'Call any endpoint of the partner API by method and path and return its answer',
	summary: 'For what no other step does; signs in by itself',
	fields: [
		methodField,
		endpointField,
		queryField,
		bodyField,
		headersField,
		{ ...returnAllField, displayOptions: { show: { method: ['GET'], fullResponse: [false] } } },
		{
			...limitField,
			displayOptions: { show: { method: ['GET'], fullResponse: [false], returnAll: [false] } },
		},
		{
			displayName: 'Full Response',
			name: 'fullResponse',
			type: 'boolean',
			default: false,
			description: 'Whether to return status code and headers too, one item for each call',
		},
	],
	input: z.object({
		method: z.enum(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
		endpoint: requiredText,
		query: jsonObject,
		body: jsonValue,
		headers: jsonObject,
		fullResponse: flag,
		...returnAllAndLimit,
	}),
	async run({ endpoint, headers = {}, ...call }, { api }) {
		const results = await callApi(api, {
			...call,
			endpoint: checkEndpoint(endpoint, 'endpoint'),
			headers: checkHeaders(headers, 'headers'),
		});
		return results.map((json) => ({ json }));
	},
});

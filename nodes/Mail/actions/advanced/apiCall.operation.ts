import { z } from 'zod';
import { checkEndpoint, checkHeaders } from '../../../shared/http/apiCall';
import { jsonValue, limitOf, requiredText, returnAllAndLimit } from '../../../shared/inputSchemas';
import { apiOptionFields } from '../../fields/apiOptions';
import { apiQueryFields } from '../../fields/apiQuery';
import { callGraph } from '../../graph/apiCall';
import { defineMailOperation } from '../../operation';
import { apiOptionsInput } from '../../schemas/apiOptions';
import { apiQueryInput, toApiQuery } from '../../schemas/apiQuery';

/** @see https://learn.microsoft.com/graph/use-the-api */
export const apiCall = defineMailOperation({
	id: 'apiCall',
	label: 'Mail API Call',
	action: 'Call any endpoint of the mail API by method and path and query and body',
	summary: 'Send a request of your own to Microsoft Graph; the account signs it',
	fields: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: [
				{ name: 'DELETE', value: 'DELETE' },
				{ name: 'GET', value: 'GET' },
				{ name: 'PATCH', value: 'PATCH' },
				{ name: 'POST', value: 'POST' },
				{ name: 'PUT', value: 'PUT' },
			],
			default: 'GET',
			description: 'HTTP method of the request',
		},
		{
			displayName: 'Endpoint',
			name: 'endpoint',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. /me/messages',
			description: 'Path after the API version, beginning with a slash',
		},
		{
			displayName: 'Query Parameters',
			name: 'query',
			type: 'collection',
			placeholder: 'Add Parameter',
			default: {},
			description: 'Parameters of the address, encoded for you',
			options: [...apiQueryFields],
		},
		{
			displayName: 'Body',
			name: 'body',
			type: 'json',
			default: '',
			displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
			description: 'Body of the request as JSON',
		},
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			displayOptions: { show: { method: ['GET'] } },
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { method: ['GET'], returnAll: [false] } },
			description: 'Max number of results to return',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Version, headers and form of the response',
			options: [...apiOptionFields],
		},
	],
	input: z.object({
		method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
		endpoint: requiredText,
		query: apiQueryInput,
		body: jsonValue.pipe(z.union([z.record(z.unknown()), z.array(z.unknown())]).optional()),
		...returnAllAndLimit,
		options: apiOptionsInput,
	}),
	rules: [
		{
			holds: ({ method, options }) => options.response !== 'file' || method === 'GET',
			field: 'options',
			message: 'Response "File" needs the method GET',
		},
	],
	async run(input, { graph, files, notices }) {
		const { method, options } = input;
		const headers = Object.fromEntries(
			options.headers.header.map(({ name, value }) => [name, value]),
		);
		const { results, complete } = await callGraph(
			graph,
			{
				...options,
				method,
				endpoint: checkEndpoint(input.endpoint, 'endpoint'),
				query: toApiQuery(input.query),
				headers: checkHeaders(headers, 'headers'),
				body: method === 'GET' || method === 'DELETE' ? undefined : input.body,
				limit: limitOf(input),
			},
			files,
		);
		if (complete) return results;
		return notices.cut(
			results,
			`Only the first ${results.length} results are returned. Raise Limit or switch on Return All.`,
		);
	},
});

import type { INodeProperties } from 'n8n-workflow';

export const methodField = {
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
	description: 'HTTP method of the call; GET reads, the others change something',
} as const satisfies INodeProperties;

export const endpointField = {
	displayName: 'Endpoint',
	name: 'endpoint',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. /clients',
	description:
		'Path of the call, starting with /, with or without /partner_api/v1 in front, such as /requests/req_Aa11Bb22Cc33Dd',
} as const satisfies INodeProperties;

export const queryField = {
	displayName: 'Query Parameters',
	name: 'query',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. { "q": "Pat", "filter_by": { "statuses": ["published"] } }',
	description:
		'Query parameters as a JSON object. Lists and objects become bracket keys: {"expand": ["clients"]} is sent as expand[]=clients.',
} as const satisfies INodeProperties;

export const bodyField = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	default: '',
	placeholder: 'e.g. { "name": "Pat Doe", "email": "pat@example.com" }',
	description: 'JSON body of the call, flat as the API reference shows it',
	displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
} as const satisfies INodeProperties;

export const headersField = {
	displayName: 'Headers',
	name: 'headers',
	type: 'json',
	default: '{}',
	description:
		'Further headers as a JSON object. Authorization, Host, Cookie and connection headers are refused: signing in is done by the credential.',
} as const satisfies INodeProperties;

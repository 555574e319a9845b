import type { INodeProperties } from 'n8n-workflow';

/** Version, headers and form of the answer of an API call; entries of its Options collection. */
export const apiOptionFields = [
	{
		displayName: 'API Version',
		name: 'version',
		type: 'options',
		options: [
			{ name: 'Beta', value: 'beta', description: 'Changes without notice' },
			{ name: 'V1.0', value: 'v1.0' },
		],
		default: 'v1.0',
		description: 'Version of Microsoft Graph',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. mail.eml',
		description: 'Name of the file when Response is File',
	},
	{
		displayName: 'Headers',
		name: 'headers',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Header',
		default: {},
		description: 'Further headers; the account signs the request by itself',
		options: [
			{
				displayName: 'Header',
				name: 'header',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						description: 'Name of the header',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Value of the header',
					},
				],
			},
		],
	},
	{
		displayName: 'Response',
		name: 'response',
		type: 'options',
		options: [
			{ name: 'File', value: 'file', description: 'The bytes as binary field "data"' },
			{ name: 'Full', value: 'full', description: 'One item with status, headers and body' },
			{ name: 'Items', value: 'items', description: 'One item for each result of a list' },
			{ name: 'One Item', value: 'oneItem', description: 'The body as it is' },
		],
		default: 'items',
		description: 'How the response becomes items',
	},
] as const satisfies INodeProperties[];

import type { INodeProperties } from 'n8n-workflow';

/** The request that a step works on. */
export const requestField = {
	displayName: 'Request',
	name: 'request',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The request: chosen from the list, or given by ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a request...',
			typeOptions: { searchListMethod: 'searchRequests', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. req_Aa11Bb22Cc33Dd',
			hint: 'Create Request and List Requests return it in "id"',
		},
	],
} as const satisfies INodeProperties;

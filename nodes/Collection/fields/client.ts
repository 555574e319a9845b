import type { INodeProperties } from 'n8n-workflow';

/** The client that a step works on or for. */
export const clientField = {
	displayName: 'Client',
	name: 'client',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The client: chosen from the list, or given by email or ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a client...',
			typeOptions: { searchListMethod: 'searchClients', searchable: true },
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. pat@example.com',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. acc_Aa11Bb22Cc33Dd',
		},
	],
} as const satisfies INodeProperties;

/** The client that listed records must belong to. */
export const clientFilter = {
	displayName: 'Client',
	name: 'client',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Only requests of this client',
	modes: [...clientField.modes],
} as const satisfies INodeProperties;

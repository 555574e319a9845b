import type { INodeProperties } from 'n8n-workflow';

/** The request template that a request is made from. */
export const requestTemplateField = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The request template to create the request from',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a template...',
			typeOptions: { searchListMethod: 'searchRequestTemplates', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Client Onboarding',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			hint: 'List Templates returns it in "id"',
		},
	],
} as const satisfies INodeProperties;

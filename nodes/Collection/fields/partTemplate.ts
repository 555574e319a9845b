import type { INodeProperties } from 'n8n-workflow';

export const pageTemplateField = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The page template to create the page from',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a page template...',
			typeOptions: { searchListMethod: 'searchPageTemplates', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Business' },
		{ displayName: 'By ID', name: 'id', type: 'string' },
	],
} as const satisfies INodeProperties;

export const sectionTemplateField = {
	displayName: 'Template',
	name: 'template',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The section template to create the section from',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a section template...',
			typeOptions: { searchListMethod: 'searchSectionTemplates', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Basics' },
		{ displayName: 'By ID', name: 'id', type: 'string' },
	],
} as const satisfies INodeProperties;

export const partNameField = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: "Name to show. Leave empty for the template's name.",
} as const satisfies INodeProperties;

import type { INodeProperties } from 'n8n-workflow';

export const searchOption = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. Contoso',
	description: 'Text to look for, as the search box of Content Snare does',
} as const satisfies INodeProperties;

export const sortByOption = {
	displayName: 'Sort By',
	name: 'sortBy',
	type: 'string',
	default: '',
	placeholder: 'e.g. full_name',
	description: 'Name of the column to sort by, as it is called in the output',
} as const satisfies INodeProperties;

export const sortDirectionOption = {
	displayName: 'Sort Direction',
	name: 'sortDirection',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'asc',
	description: 'Which end of the column comes first',
} as const satisfies INodeProperties;

import type { INodeProperties } from 'n8n-workflow';
import { clientFilter } from './client';
import { searchOption, sortByOption, sortDirectionOption } from './listOptions';

export const requestFiltersField = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which requests to list, and in which order. Client and due date are compared in this node, because the API cannot: with them every request of the chosen statuses is read.',
	options: [
		clientFilter,
		{
			displayName: 'Due From',
			name: 'dueFrom',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-12-01',
			description: "First due date to list, in the workflow's time zone",
		},
		{
			displayName: 'Due Until',
			name: 'dueTo',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-12-31',
			description: "Last due date to list, in the workflow's time zone",
		},
		{
			displayName: 'Include Details',
			name: 'includeDetails',
			type: 'boolean',
			default: false,
			description: 'Whether to return clients, owner and template name of each request too',
		},
		{
			displayName: 'Overdue Only',
			name: 'overdue',
			type: 'boolean',
			default: false,
			description: 'Whether to list only requests that are with the client and due before today',
		},
		searchOption,
		sortByOption,
		sortDirectionOption,
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: [
				{ name: 'Archived', value: 'archived' },
				{ name: 'Completed', value: 'completed' },
				{ name: 'Draft', value: 'draft' },
				{ name: 'Published', value: 'published' },
				{ name: 'Scheduled', value: 'scheduled' },
				{ name: 'Waiting', value: 'waiting' },
			],
			default: [],
			description: 'Only requests with one of these statuses',
		},
	],
} as const satisfies INodeProperties;

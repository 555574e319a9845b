import type { INodeProperties } from 'n8n-workflow';

/** A label (category) of the mailbox, or several by name. */
export const labelField = {
	displayName: 'Label',
	name: 'label',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The label, called category in Outlook',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a label...',
			typeOptions: { searchListMethod: 'searchLabels', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Invoice, Urgent',
			hint: 'Several names with commas between them',
		},
	],
} as const satisfies INodeProperties;

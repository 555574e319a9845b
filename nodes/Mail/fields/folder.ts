import type { INodeProperties } from 'n8n-workflow';

/** A folder, or none. */
export const optionalFolderField = {
	displayName: 'Folder',
	name: 'folder',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The folder, chosen from the list, by its name or path, or by its ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a folder...',
			typeOptions: { searchListMethod: 'searchFolders', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Inbox/Customers',
			hint: 'A path, or the name of a standard folder such as Archive',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. AAMkAGI2...',
		},
	],
} as const satisfies INodeProperties;

/** The folder that a step works on. */
export const folderField = {
	...optionalFolderField,
	required: true,
} as const satisfies INodeProperties;

/** The ways to name a folder, the same for every folder field. */
export const folderModes = optionalFolderField.modes;

import type { INodeProperties } from 'n8n-workflow';
import { teamMemberField } from './teamMember';

/** Options of a request that can be given when it is created and changed later. */
export const folderOption = {
	displayName: 'Folder',
	name: 'folder',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The folder to put the request in',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a folder...',
			typeOptions: { searchListMethod: 'searchFolders', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Onboarding' },
		{ displayName: 'By ID', name: 'id', type: 'string' },
	],
} as const satisfies INodeProperties;

export const ownerOption = {
	displayName: 'Owner',
	name: 'owner',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The team member who owns the request',
	modes: [...teamMemberField.modes],
} as const satisfies INodeProperties;

export const scheduleOption = {
	displayName: 'Communication Schedule',
	name: 'schedule',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The schedule of reminders that the client gets',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a schedule...',
			typeOptions: { searchListMethod: 'searchSchedules', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Default' },
		{ displayName: 'By ID', name: 'id', type: 'string' },
	],
} as const satisfies INodeProperties;

export const commentsOption = {
	displayName: 'Comments',
	name: 'commentsEnabled',
	type: 'boolean',
	default: true,
	description: 'Whether the client can write comments',
} as const satisfies INodeProperties;

export const passcodeOption = {
	displayName: 'Passcode',
	name: 'passcodeEnabled',
	type: 'boolean',
	default: false,
	description: 'Whether the client has to set a PIN on the first visit',
} as const satisfies INodeProperties;

export const shareLinkOption = {
	displayName: 'Share via Link',
	name: 'shareViaLinkEnabled',
	type: 'boolean',
	default: true,
	description: 'Whether the link works without a sign-in',
} as const satisfies INodeProperties;

export const allowPastDueDateOption = {
	displayName: 'Allow Past Due Date',
	name: 'allowPastDueDate',
	type: 'boolean',
	default: false,
	description: 'Whether to accept a due date before today',
} as const satisfies INodeProperties;

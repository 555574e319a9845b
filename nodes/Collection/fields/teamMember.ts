import type { INodeProperties } from 'n8n-workflow';

export const teamMemberField = {
	displayName: 'Team Member',
	name: 'member',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The team member: chosen from the list, or given by email or ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a team member...',
			typeOptions: { searchListMethod: 'searchTeamMembers', searchable: true },
		},
		{
			displayName: 'By Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. olive@contoso.com',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			hint: 'List Team Members returns it in "id"',
		},
	],
} as const satisfies INodeProperties;

export const roleField = {
	displayName: 'Role',
	name: 'role',
	type: 'options',
	options: [
		{ name: 'Admin', value: 'admin' },
		{ name: 'Editor', value: 'editor' },
		{ name: 'Reviewer', value: 'reviewer' },
		{ name: 'Viewer', value: 'viewer' },
	],
	default: 'viewer',
	description: 'What the team member may do; only an Admin may change settings',
} as const satisfies INodeProperties;

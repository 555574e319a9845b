import type { INodeProperties } from 'n8n-workflow';

export const clientEmailField = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. pat@example.com',
	description: 'Email address of the client; Content Snare writes to it',
} as const satisfies INodeProperties;

export const clientNameField = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Pat Doe',
	description: 'Full name of the client',
} as const satisfies INodeProperties;

export const newEmailField = {
	displayName: 'New Email',
	name: 'newEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. pat@example.com',
	description: 'Email address to change to. Leave empty to keep the present one.',
} as const satisfies INodeProperties;

export const newNameField = {
	displayName: 'New Name',
	name: 'newName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Pat Doe',
	description: 'Full name to change to. Leave empty to keep the present one.',
} as const satisfies INodeProperties;

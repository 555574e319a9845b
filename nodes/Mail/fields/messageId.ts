import type { INodeProperties } from 'n8n-workflow';

/** The mail that a step works on. */
export const messageIdField = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.id }}',
	description: 'ID of the email, as Find Email, Mail Trigger and other steps return it in "id"',
} as const satisfies INodeProperties;

import type { INodeProperties } from 'n8n-workflow';

/** The mail that a step works on. */
export const messageIdField = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
	description: 'ID of the email, from the output of Find Email, the Mail Trigger or another step',
} as const satisfies INodeProperties;

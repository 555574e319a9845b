import type { INodeProperties } from 'n8n-workflow';

/** One attachment, or all. */
export const optionalAttachmentIdField = {
	displayName: 'Attachment ID',
	name: 'attachmentId',
	type: 'string',
	default: '',
	description: 'ID of the attachment, from the output of List Attachments',
} as const satisfies INodeProperties;

/** The attachment that a step works on. */
export const attachmentIdField = {
	...optionalAttachmentIdField,
	required: true,
} as const satisfies INodeProperties;

/** Where a downloaded file goes. */
export const outputBinaryField = {
	displayName: 'Put Output File in Field',
	name: 'binaryField',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'Name of the binary field of the output that gets the file',
} as const satisfies INodeProperties;

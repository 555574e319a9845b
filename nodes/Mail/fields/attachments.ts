import type { INodeProperties } from 'n8n-workflow';
import { field } from '../../shared/field';
import { textList } from '../../shared/inputSchemas';
import { otherAttachments as otherAttachmentsInput } from '../schemas/attachments';

/** Files of the input item, by their binary fields. */
export const attachmentsField = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'string',
	default: '',
	placeholder: 'e.g. data, invoice',
	description:
		'Names of the binary fields of the input item to attach, with commas between them, or "all". Leave empty for none.',
} as const satisfies INodeProperties;

/** Everything else that can be attached. */
export const otherAttachmentsField = {
	displayName: 'Other Attachments',
	name: 'otherAttachments',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Attachment',
	default: {},
	description: 'Attachments of other emails, text written here, and images shown in the text',
	options: [
		{
			displayName: 'From Another Email',
			name: 'fromEmails',
			values: [
				{
					displayName: 'Message ID',
					name: 'messageId',
					type: 'string',
					default: '',
					description: 'ID of the email whose attachment is taken; it must be in the same mailbox',
				},
				{
					displayName: 'Attachment ID',
					name: 'attachmentId',
					type: 'string',
					default: '',
					description:
						'ID of the attachment, as List Attachments returns it. Leave empty for all of them except images inside the text.',
				},
			],
		},
		{
			displayName: 'Inline Image',
			name: 'inlineImages',
			values: [
				{
					displayName: 'Binary Field',
					name: 'binaryField',
					type: 'string',
					default: 'data',
					description: 'Name of the binary field of the input item that holds the image',
				},
				{
					displayName: 'Content ID',
					name: 'contentId',
					type: 'string',
					default: '',
					placeholder: 'e.g. logo',
					description:
						'Name by which the HTML message shows the image: logo for &lt;img src="cid:logo"&gt;',
				},
			],
		},
		{
			displayName: 'Text File',
			name: 'textFiles',
			values: [
				{
					displayName: 'File Name',
					name: 'fileName',
					type: 'string',
					default: '',
					placeholder: 'e.g. notes.txt',
					description: 'Name of the file, with its ending',
				},
				{
					displayName: 'Content',
					name: 'content',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'The text in the file',
				},
			],
		},
	],
} as const satisfies INodeProperties;

export const attachments = field(attachmentsField, textList);
export const otherAttachments = field(otherAttachmentsField, otherAttachmentsInput);

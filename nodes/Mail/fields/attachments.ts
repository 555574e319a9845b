import { changed, field, fixedCollectionLists, whenEmpty } from '../../shared/field';
import { rawText, requiredText, textList } from '../../shared/inputSchemas';
import { attachmentId } from './attachmentId';
import { messageId } from './messageId';

/** Files of the input item, by their binary fields. */
export const attachments = field(
	{
		displayName: 'Attachments',
		name: 'attachments',
		type: 'string',
		default: '',
		placeholder: 'e.g. data, invoice',
		description:
			'Names of the binary fields of the input item to attach, with commas between them, or "all". Leave empty for none.',
	},
	textList,
);

/** Everything else that can be attached. */
export const otherAttachments = fixedCollectionLists(
	{
		displayName: 'Other Attachments',
		name: 'otherAttachments',
		placeholder: 'Add Attachment',
		description: 'Attachments of other emails, text written here, and images shown in the text',
	},
	{
		fromEmails: {
			displayName: 'From Another Email',
			fields: [
				changed(messageId, {
					description: 'The email whose attachment is taken; it must be in the same mailbox',
				}),
				whenEmpty(attachmentId, 'all but images inside the text'),
			],
		},
		inlineImages: {
			displayName: 'Inline Image',
			fields: [
				field(
					{
						displayName: 'Binary Field',
						name: 'binaryField',
						type: 'string',
						default: 'data',
						description: 'Name of the binary field of the input item that holds the image',
					},
					requiredText,
				),
				field(
					{
						displayName: 'Content ID',
						name: 'contentId',
						type: 'string',
						default: '',
						placeholder: 'e.g. logo',
						description:
							'Name by which the HTML message shows the image: logo for &lt;img src="cid:logo"&gt;',
					},
					requiredText.transform((id) => id.replace(/^cid:/i, '').replace(/^<|>$/g, '')),
				),
			],
		},
		textFiles: {
			displayName: 'Text File',
			fields: [
				field(
					{
						displayName: 'File Name',
						name: 'fileName',
						type: 'string',
						default: '',
						placeholder: 'e.g. notes.txt',
						description: 'Name of the file, with its ending',
					},
					requiredText,
				),
				field(
					{
						displayName: 'Content',
						name: 'content',
						type: 'string',
						typeOptions: { rows: 4 },
						default: '',
						placeholder: 'e.g. Notes of the call',
						description: 'The text in the file',
					},
					rawText,
				),
			],
		},
	},
);

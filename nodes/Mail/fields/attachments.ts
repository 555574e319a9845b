import { z } from 'zod';
import { givenFile } from '../../shared/step/binary';
import { changed, fixedCollectionLists, whenEmpty } from '../../shared/step/field';
import { list, locator, text } from '../../shared/step/fieldKinds';
import {
	mustBe,
	mustBeGiven,
	optionalOneId,
	optionalText,
	rawText,
	requiredText,
	textList,
} from '../../shared/step/inputSchemas';
import { messageId } from './messageId';

export const attachmentId = locator(
	'attachmentId',
	'Attachment ID',
	'The attachment, chosen from the list, or by the ID that List Attachments returns',
	{
		list: { holds: 'an attachment', searchListMethod: 'searchAttachments' },
		entered: { id: 'e.g. AAMkAGI2...' },
		input: optionalOneId,
		byModel: 'ID of the attachment, as List Attachments returns it',
	},
);

export const attachments = list(
	'attachments',
	'Attachments',
	'Names of the binary fields of the input item to attach, comma-separated, or "all". Leave empty for none.',
	{
		placeholder: 'e.g. data, invoice',
		narrows: true,
		input: z
			.union([givenFile, z.array(givenFile), textList], mustBe('names of binary fields, or files'))
			.transform((given) => [given].flat()),
	},
);

export const otherAttachments = fixedCollectionLists(
	'otherAttachments',
	'Other Attachments',
	'Attachments of other emails, text written here, and images shown in the text',
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
				text(
					'binaryField',
					'Binary Field',
					'Name of the binary field of the input item that holds the image',
					{
						default: 'data',
						input: mustBeGiven(
							z.union([givenFile, optionalText], mustBe('the name of a binary field, or a file')),
						),
					},
				),
				text(
					'contentId',
					'Content ID',
					'Name by which the HTML message shows the image: logo for &lt;img src="cid:logo"&gt;',
					{
						placeholder: 'e.g. logo',
						input: requiredText.transform((id) => id.replace(/^cid:/i, '').replace(/^<|>$/g, '')),
					},
				),
			],
		},
		textFiles: {
			displayName: 'Text File',
			fields: [
				text('fileName', 'File Name', 'Name of the file, with its ending', {
					placeholder: 'e.g. notes.txt',
					input: requiredText,
				}),
				text('content', 'Content', 'The text in the file', {
					typeOptions: { rows: 4 },
					placeholder: 'e.g. Notes of the call',
					input: rawText,
					narrows: true,
				}),
			],
		},
	},
);

import { field } from '../../shared/field';
import { optionalIdText } from '../../shared/inputSchemas';

/** One attachment of a mail, or all. */
export const attachmentId = field(
	{
		displayName: 'Attachment ID',
		name: 'attachmentId',
		type: 'string',
		default: '',
		placeholder: 'e.g. AAMkAGI2...',
		description: 'ID of the attachment, from the output of List Attachments',
	},
	optionalIdText,
);

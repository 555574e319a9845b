import { locator } from '../../shared/step/fieldKinds';
import { optionalIdText, optionalLocator } from '../../shared/step/inputSchemas';

export const attachmentId = locator(
	'attachmentId',
	'Attachment ID',
	'The attachment, chosen from the list, or by the ID that List Attachments returns',
	{
		list: { holds: 'an attachment', searchListMethod: 'searchAttachments' },
		entered: { id: 'e.g. AAMkAGI2...' },
		input: optionalLocator.transform((located) => located?.value).pipe(optionalIdText),
		byModel: 'ID of the attachment, as List Attachments returns it',
	},
);

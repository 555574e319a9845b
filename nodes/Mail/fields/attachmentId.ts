import { byModel, field } from '../../shared/step/field';
import { optionalIdText, optionalLocator } from '../../shared/step/inputSchemas';
import { locator } from '../../shared/step/locator';

export const attachmentId = byModel(
	field(
		locator({
			displayName: 'Attachment ID',
			name: 'attachmentId',
			description:
				'The attachment, chosen from the list, or by the ID that List Attachments returns',
			list: { holds: 'an attachment', searchListMethod: 'searchAttachments' },
			entered: [{ displayName: 'By ID', name: 'id', placeholder: 'e.g. AAMkAGI2...' }],
		}),
		optionalLocator.transform((located) => located?.value).pipe(optionalIdText),
	),
	'ID of the attachment, as List Attachments returns it',
);

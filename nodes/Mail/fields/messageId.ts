import { orSeveral } from '../../shared/step/eachId';
import { byModel } from '../../shared/step/field';
import { locator, text } from '../../shared/step/fieldKinds';
import { itemId, itemIds, itemModes } from './itemId';

export const messageId = orSeveral(
	oneOf(
		'an email',
		'searchEmails',
		'The email, chosen from the list, by the ID that Find Email, the Mail Trigger or another step returns, or by its link',
		'ID from Find Email',
	),
	itemIds,
);

export const draftId = oneOf(
	'a draft',
	'searchDrafts',
	'The draft, chosen from the list, by the ID that Create Draft or another step returns, or by its link',
	'ID of the draft, as Create Draft or Find Email returns it',
);

export const scheduledId = oneOf(
	'a scheduled email',
	'searchScheduled',
	'The email that waits, chosen from the list, by the ID that Schedule Email or List Scheduled Emails returns, or by its link',
	'ID of the email, as List Scheduled Emails returns it',
);

/** One email, as people and language models name it. */
function oneOf(holds: string, searchListMethod: string, description: string, toolText: string) {
	const own = { required: true, ...itemModes(holds, searchListMethod), input: itemId };
	return byModel(locator('messageId', 'Message ID', description, own), toolText);
}

export const messageIds = text(
	'messageIds',
	'Message IDs',
	'IDs of the emails, comma-separated or as a list, as Find Email, the Mail Trigger and other steps return them; 1,000 at most',
	{
		page: 'mail.md#update-emails',
		required: true,
		placeholder: 'e.g. AAkALgAAAAAAHYQD..., AAkALgAAAAAAHYQE...',
		input: itemIds,
		byModel: 'IDs of the emails, as Find Email returns them, comma-separated; at most 1,000',
	},
);

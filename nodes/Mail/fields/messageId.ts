import { byModel, field } from '../../shared/step/field';
import { text } from '../../shared/step/fieldKinds';
import { locator } from '../../shared/step/locator';
import { itemId, itemIds, itemModes } from './itemId';

/** The mail that a step works on. */
export const messageId = byModel(
	field(
		locator({
			displayName: 'Message ID',
			name: 'messageId',
			required: true,
			description:
				'The email, chosen from the list, by the ID that Find Email, the Mail Trigger or another step returns, or by its link',
			...itemModes('an email', 'searchEmails'),
		}),
		itemId,
	),
	'ID of the email, as Find Email returns it',
);

/** The draft that a step works on. */
export const draftId = byModel(
	field(
		locator({
			displayName: 'Message ID',
			name: 'messageId',
			required: true,
			description:
				'The draft, chosen from the list, by the ID that Create Draft or another step returns, or by its link',
			...itemModes('a draft', 'searchDrafts'),
		}),
		itemId,
	),
	'ID of the draft, as Create Draft or Find Email returns it',
);

/** The mail that waits to be sent, and that a step works on. */
export const scheduledId = byModel(
	field(
		locator({
			displayName: 'Message ID',
			name: 'messageId',
			required: true,
			description:
				'The email that waits, chosen from the list, by the ID that Schedule Email or List Scheduled Emails returns, or by its link',
			...itemModes('a scheduled email', 'searchScheduled'),
		}),
		itemId,
	),
	'ID of the email, as List Scheduled Emails returns it',
);

/** The mails that a step works on together. */
export const messageIds = byModel(
	text(
		'messageIds',
		'Message IDs',
		'IDs of the emails, with commas between them or as a list, as Find Email, the Mail Trigger and other steps return them; 1,000 at most',
		{
			required: true,
			placeholder: 'e.g. AAkALgAAAAAAHYQDEapm..., AAkALgAAAAAAHYQDEapn...',
			input: itemIds,
		},
	),
	'IDs of the emails, as Find Email returns them, with commas between them; at most 1,000',
);

import { changed, field } from '../../shared/field';
import { itemId, itemModes } from './itemId';

/** The mail that a step works on. */
export const messageId = field(
	{
		displayName: 'Message ID',
		name: 'messageId',
		required: true,
		description:
			'The email, chosen from the list, by the ID that Find Email, the Mail Trigger or another step returns, or by its link',
		...itemModes('email', 'searchEmails'),
	},
	itemId,
);

/** The draft that a step works on. */
export const draftId = changed(messageId, {
	description:
		'The draft, chosen from the list, by the ID that Create Draft or another step returns, or by its link',
	...itemModes('draft', 'searchDrafts'),
});

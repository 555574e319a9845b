import { changed, whenEmpty } from '../../../shared/step/field';
import { resolveFolder } from '../../email/folders';
import { messageItem, simplifyMessage } from '../../email/message';
import { CHANGED_KEYS } from '../../email/messageOutput';
import { restoreMessage } from '../../email/moveMessage';
import { optionalFolder } from '../../fields/folder';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-move */
export const restoreEmail = defineMailOperation({
	label: 'Restore Email',
	action: 'Restore a deleted email',
	summary:
		'Take an email back out of Deleted Items or Recoverable Items, into the Inbox or another folder',
	returns: 'the email in its new place, small and flat',
	toolText:
		'Find Email with the folder Deleted Items has the ID. What was deleted permanently is gone.',
	permission: ['Mail.ReadWrite'],
	effects: ['moveMessage'],
	output: messageItem,
	modelKeys: CHANGED_KEYS,
	fields: [
		messageId,
		changed(whenEmpty(optionalFolder, 'the Inbox'), {
			description:
				'The folder to put the email into. Leave empty for the Inbox: Microsoft does not say where it was.',
			byModel: 'Folder to put it into, by name or path, as Inbox/Customers; empty for the Inbox',
		}),
	],
	// The last one counts.
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, folder }, { graph }) {
		const goal = folder ? await resolveFolder(graph, folder, 'folder') : 'inbox';
		return [{ json: simplifyMessage(await restoreMessage(graph, messageId, goal)) }];
	},
});

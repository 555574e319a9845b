import { changed } from '../../../shared/step/field';
import { resolveFolder } from '../../email/folders';
import { messageItem, simplifyMessage } from '../../email/message';
import { CHANGED_KEYS } from '../../email/messageOutput';
import { moveMessage } from '../../email/moveMessage';
import { folder } from '../../fields/folder';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-move */
export const moveEmail = defineMailOperation({
	label: 'Move Email to Folder',
	action: 'Move an email to a folder',
	summary: 'Move an email to another folder; its ID stays valid',
	returns: 'the email in its new place, small and flat',
	toolText:
		'Use Update Emails for several, Copy Email to Folder to keep the first one. Moving to Deleted Items deletes.',
	permission: ['Mail.ReadWrite'],
	effects: ['moveMessage'],
	output: messageItem,
	modelKeys: CHANGED_KEYS,
	fields: [messageId, changed(folder, { description: 'The folder to move the email to' })],
	// The last one counts.
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, folder }, { graph }) {
		const moved = await moveMessage(graph, messageId, await resolveFolder(graph, folder, 'folder'));
		return [{ json: simplifyMessage(moved) }];
	},
});

import { changed } from '../../../shared/step/field';
import { resolveFolder } from '../../email/folders';
import { messageItem, simplifyMessage } from '../../email/message';
import { CHANGED_KEYS, rawMessage } from '../../email/messageOutput';
import { folder } from '../../fields/folder';
import { messageId } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-copy */
export const copyEmail = defineMailOperation({
	label: 'Copy Email to Folder',
	action: 'Copy an email to a folder',
	summary: 'Put a copy of an email into another folder and return the copy',
	returns: 'the copy, small and flat',
	toolText: 'The copy has an ID of its own. Use Move Email to Folder to leave no second one.',
	permission: ['Mail.ReadWrite'],
	effects: ['copyMessage'],
	output: messageItem,
	modelKeys: CHANGED_KEYS,
	fields: [messageId, changed(folder, { description: 'The folder to put the copy into' })],
	async run({ messageId, folder }, { graph }) {
		const destinationId = await resolveFolder(graph, folder, 'folder');
		const { message } = await graph.post(
			mailPath`/messages/${messageId}/copy`,
			{ destinationId },
			rawMessage,
		);
		return [{ json: simplifyMessage(message) }];
	},
});

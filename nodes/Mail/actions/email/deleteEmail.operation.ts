import { z } from 'zod';
import { field } from '../../../shared/field';
import { flag } from '../../../shared/inputSchemas';
import { deletedItem } from '../../../shared/outputs';
import { foldersIn } from '../../email/folders';
import { rawMessage } from '../../email/messageOutput';
import { moveMessage } from '../../email/moveMessage';
import { messageId } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/**
 * @see https://learn.microsoft.com/graph/api/message-move (where a plain DELETE puts a mail is not promised)
 * @see https://learn.microsoft.com/graph/api/message-permanentdelete
 */
export const deleteEmail = defineMailOperation({
	id: 'deleteEmail',
	label: 'Delete Email',
	action: 'Delete an email',
	summary: 'Move an email to Deleted Items, or delete it permanently',
	returns: 'the ID, that it was deleted, and "alreadyDeleted" where it lay in Deleted Items before',
	permission: ['Mail.ReadWrite'],
	output: z
		.object({
			permanently: z.boolean(),
			/** It lay in Deleted Items before, and stays there; absent otherwise. */
			alreadyDeleted: z.boolean().optional(),
		})
		.merge(deletedItem),
	fields: [
		messageId,
		field(
			{
				displayName: 'Delete Permanently',
				name: 'permanently',
				type: 'boolean',
				default: false,
				description:
					'Whether to delete the email for good, past Deleted Items, so that the user cannot restore it',
			},
			flag,
		),
	],
	async run({ messageId, permanently }, { graph }) {
		if (!permanently) {
			const { message } = await graph.get(mailPath`/messages/${messageId}`, rawMessage, {
				query: { $select: 'id,parentFolderId' },
			});
			const deletedItems = await foldersIn(graph, 'deleteditems');
			if (deletedItems.includes(message.parentFolderId ?? '')) {
				return [{ json: { id: message.id, deleted: true, permanently, alreadyDeleted: true } }];
			}
			const { id } = await moveMessage(graph, messageId, 'deleteditems');
			return [{ json: { id, deleted: true, permanently } }];
		}
		await graph.request({
			method: 'POST',
			path: mailPath`/messages/${messageId}/permanentDelete`,
			// A mail that is gone cannot be deleted twice.
			repeatable: true,
			removes: true,
		});
		return [{ json: { id: messageId, deleted: true, permanently } }];
	},
});

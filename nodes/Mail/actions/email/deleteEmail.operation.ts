import { z } from 'zod';
import { toggle } from '../../../shared/step/fieldKinds';
import { deletedItem } from '../../../shared/step/outputs';
import { deleteForGood, moveToDeletedItems } from '../../email/moveMessage';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/**
 * @see https://learn.microsoft.com/graph/api/message-move
 * @see https://learn.microsoft.com/graph/api/message-permanentdelete
 */
export const deleteEmail = defineMailOperation({
	label: 'Delete Email',
	action: 'Delete an email',
	summary: 'Move an email to Deleted Items, or delete it permanently',
	returns: 'the ID, and whether it lay in Deleted Items already',
	toolText:
		'A person can bring it back, unless it is deleted permanently. Use Update Emails for several.',
	permission: ['Mail.ReadWrite'],
	effects: ['moveMessage', 'deleteForGood'],
	output: z
		.object({
			permanently: z.boolean(),
			/** It lay in Deleted Items before, and stays there; absent otherwise. */
			alreadyDeleted: z.boolean().optional(),
		})
		.merge(deletedItem),
	fields: [
		messageId,
		toggle(
			'permanently',
			'Delete Permanently',
			'Whether to delete the email permanently, past Deleted Items, so that the user cannot restore it',
		),
	],
	// The second one finds it in Deleted Items.
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, permanently }, { graph }) {
		if (!permanently) {
			const { id, alreadyDeleted } = await moveToDeletedItems(graph, messageId);
			const mark = alreadyDeleted ? { alreadyDeleted } : {};
			return [{ json: { id, deleted: true, permanently, ...mark } }];
		}
		await deleteForGood(graph, messageId);
		return [{ json: { id: messageId, deleted: true, permanently } }];
	},
});

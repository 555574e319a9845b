import { z } from 'zod';
import { required } from '../../../shared/step/field';
import { attachmentPath } from '../../attachments/attachment';
import { refuseWaiting } from '../../email/refuseWaiting';
import { attachmentId } from '../../fields/attachments';
import { messageId } from '../../fields/messageId';
import { deleteOnce } from '../../graph/deleteOnce';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/attachment-delete */
export const deleteAttachment = defineMailOperation({
	label: 'Delete Attachment',
	action: 'Delete an attachment permanently',
	summary: 'Remove an attachment from an email or draft; it cannot be brought back',
	returns: 'the ID, and that it was deleted',
	toolText: 'List Attachments has the IDs. It cannot be undone.',
	permission: ['Mail.ReadWrite'],
	effects: ['deleteAttachment'],
	output: z.object({ deleted: z.literal(true), messageId: z.string(), id: z.string() }),
	fields: [messageId, required(attachmentId)],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, attachmentId }, context) {
		await refuseWaiting(context, messageId);
		const path = attachmentPath(messageId, attachmentId);
		await deleteOnce(context.graph, path, { repeatable: true });
		return [{ json: { id: attachmentId, messageId, deleted: true } }];
	},
});

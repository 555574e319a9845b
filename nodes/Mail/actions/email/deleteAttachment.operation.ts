import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { deleteAttachment as remove } from '../../attachments/attachment';
import { attachmentIdField } from '../../fields/attachmentId';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/attachment-delete */
export const deleteAttachment = defineMailOperation({
	id: 'deleteAttachment',
	label: 'Delete Attachment',
	action: 'Delete one attachment of an email for good and keep the email',
	summary: 'Remove an attachment from an email or draft; it cannot be brought back',
	fields: [messageIdField, attachmentIdField],
	input: z.object({ messageId: requiredText, attachmentId: requiredText }),
	key: ({ messageId }) => messageId,
	async run({ messageId, attachmentId }, { graph }) {
		await remove(graph, messageId, attachmentId);
		return [{ json: { id: attachmentId, messageId, deleted: true } }];
	},
});

import { z } from 'zod';
import { InvalidInput } from '../../../shared/failures';
import { requiredText } from '../../../shared/inputSchemas';
import { toAttachmentJson } from '../../attachments/attachment';
import { addAttachments } from '../../attachments/attachOnce';
import { findAttachments } from '../../attachments/chosenAttachments';
import { attachmentsField, otherAttachmentsField } from '../../fields/attachments';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';
import { attachmentsInput, otherAttachments } from '../../schemas/attachments';

/** @see https://learn.microsoft.com/graph/api/message-post-attachments */
export const addAttachment = defineMailOperation({
	id: 'addAttachment',
	label: 'Add Attachment',
	action: 'Add one or more attachments to an email draft and return the ID of each',
	summary: 'Attach files to a draft; all of them, or none when one fails',
	fields: [
		{ ...messageIdField, description: 'ID of the draft, from the output of Create Draft' },
		attachmentsField,
		otherAttachmentsField,
	],
	input: z.object({ messageId: requiredText, ...attachmentsInput, otherAttachments }),
	key: ({ messageId }) => messageId,
	async run({ messageId, ...choice }, context) {
		const sources = await findAttachments(context, choice);
		if (sources.length === 0) {
			throw new InvalidInput(
				'name at least one binary field of the item, or add an entry in Other Attachments',
				'attachments',
			);
		}
		const added = await addAttachments(context, messageId, sources);
		return added.map((attachment) => ({ json: toAttachmentJson(messageId, attachment) }));
	},
});

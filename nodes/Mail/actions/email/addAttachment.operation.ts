import { InvalidInput } from '../../../shared/http/failures';
import { attachmentItem, toAttachmentJson } from '../../attachments/attachment';
import { addAttachments } from '../../attachments/attachOnce';
import { findAttachments } from '../../attachments/chosenAttachments';
import { refuseUnlessDraft } from '../../email/refuseWaiting';
import { attachments, otherAttachments } from '../../fields/attachments';
import { draftId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-post-attachments */
export const addAttachment = defineMailOperation({
	label: 'Add Attachment',
	action: 'Add attachments to a draft',
	summary: 'Attach files to a draft; all of them, or none when one fails',
	returns: 'ID, name, type and size of each attachment',
	toolText:
		'The files come from the workflow; a model cannot write them. Use List Attachments to see what is attached.',
	permission: ['Mail.ReadWrite'],
	effects: ['attach', 'deleteAttachment'],
	output: attachmentItem,
	fields: [draftId, attachments, otherAttachments],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, ...chosen }, context) {
		const sources = await findAttachments(context, chosen);
		if (sources.length === 0) {
			throw new InvalidInput(
				'name at least one binary field of the item, or add an entry in Other Attachments',
				'attachments',
			);
		}
		await refuseUnlessDraft(context, messageId, 'Forward Email or Reply to Email');
		const added = await addAttachments(context, messageId, sources);
		return added.map((attachment) => ({ json: toAttachmentJson(messageId, attachment) }));
	},
});

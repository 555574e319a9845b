import { z } from 'zod';
import { optionalText, requiredText } from '../../../shared/inputSchemas';
import { downloadMime } from '../../attachments/downloadAttachments';
import { messageShape } from '../../email/message';
import { outputBinaryField } from '../../fields/attachmentId';
import { messageIdField } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/outlook-get-mime-message */
export const downloadEmail = defineMailOperation({
	id: 'downloadEmail',
	label: 'Download Email',
	action: 'Download a whole email with its attachments as one file',
	summary: 'The email in MIME format, as mail programs store it',
	fields: [messageIdField, outputBinaryField],
	input: z.object({
		messageId: requiredText,
		binaryField: optionalText.transform((field) => field ?? 'data'),
	}),
	async run({ messageId, binaryField }, { graph, files }) {
		const { id, subject } = await graph.get(
			mailPath`/messages/${messageId}`,
			messageShape.pick({ id: true, subject: true }),
			{ query: { $select: 'id,subject' } },
		);
		const file = await downloadMime(graph, files, messageId, subject ?? '');
		return [
			{
				json: { id, subject: subject ?? '', fileName: file.fileName ?? '' },
				binary: { [binaryField]: file },
			},
		];
	},
});

import { z } from 'zod';
import { binaryField } from '../../../shared/step/binaryField';
import { downloadMime } from '../../attachments/downloadAttachments';
import { messageShape } from '../../email/message';
import { messageId } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/outlook-get-mime-message */
export const downloadEmail = defineMailOperation({
	label: 'Download Email',
	action: 'Download an email as a file',
	summary: 'The email in MIME format, as mail programs store it',
	returns: 'the email as an .eml file',
	toolText: 'The file goes on in the workflow. To read an email use Get Email.',
	permission: ['Mail.Read'],
	effects: [],
	output: z.object({ subject: z.string(), fileName: z.string(), id: z.string() }),
	fields: [messageId, binaryField],
	async run({ messageId, binaryField }, { graph, files }) {
		const asked = messageShape.pick({ id: true, subject: true });
		const { id, subject } = await graph.part(mailPath`/messages/${messageId}`, asked);
		const file = await downloadMime(graph, files, messageId, subject ?? '');
		return [
			{
				json: { id, subject: subject ?? '', fileName: file.fileName ?? '' },
				binary: { [binaryField]: file },
			},
		];
	},
});

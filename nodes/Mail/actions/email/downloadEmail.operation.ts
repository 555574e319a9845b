import { z } from 'zod';
import { binaryField } from '../../../shared/step/binaryField';
import { subjectFileName } from '../../../shared/text/fileName';
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
		const path = mailPath`/messages/${messageId}`;
		const { id, ...read } = await graph.part(path, asked);
		const subject = read.subject ?? '';
		const name = subjectFileName(subject, 'eml');
		const file = await graph.download(
			`${path}/$value`,
			async (bytes) => await files.store(bytes, name, 'message/rfc822'),
		);
		const json = { id, subject, fileName: file.fileName ?? '' };
		return [{ json, binary: { [binaryField]: file } }];
	},
});

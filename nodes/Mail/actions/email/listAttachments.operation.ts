import { z } from 'zod';
import { flag, requiredText } from '../../../shared/inputSchemas';
import { listAttachments as list, toAttachmentJson } from '../../attachments/attachment';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-list-attachments */
export const listAttachments = defineMailOperation({
	id: 'listAttachments',
	label: 'List Attachments',
	action: 'List the attachments of an email with ID and name and size',
	summary: 'Names, types, sizes and IDs of the attachments, without the files',
	fields: [
		messageIdField,
		{
			displayName: 'Include Inline',
			name: 'includeInline',
			type: 'boolean',
			default: true,
			description: 'Whether to list images inside the text as well, such as those of signatures',
		},
	],
	input: z.object({ messageId: requiredText, includeInline: flag }),
	async run({ messageId, includeInline }, { graph }) {
		return (await list(graph, messageId))
			.filter(({ isInline }) => includeInline || !isInline)
			.map((attachment) => ({ json: toAttachmentJson(messageId, attachment) }));
	},
});

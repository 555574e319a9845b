import { z } from 'zod';
import { requiredLocator, requiredText } from '../../../shared/inputSchemas';
import { resolveFolder } from '../../email/folders';
import { simplifyMessage } from '../../email/message';
import { rawMessage } from '../../email/messageOutput';
import { folderField } from '../../fields/folder';
import { messageIdField } from '../../fields/messageId';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-copy */
export const copyEmail = defineMailOperation({
	id: 'copyEmail',
	label: 'Copy Email to Folder',
	action: 'Copy an email to another folder and return the copy',
	summary: 'Put a copy of an email into another folder',
	fields: [messageIdField, { ...folderField, description: 'The folder to put the copy into' }],
	input: z.object({ messageId: requiredText, folder: requiredLocator }),
	async run({ messageId, folder }, { graph }) {
		const destinationId = await resolveFolder(graph, folder, 'folder');
		const { message } = await graph.post(
			mailPath`/messages/${messageId}/copy`,
			{ destinationId },
			rawMessage,
		);
		return [{ json: simplifyMessage(message, { body: 'none' }) }];
	},
});

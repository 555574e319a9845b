import { z } from 'zod';
import { requiredLocator, requiredText } from '../../../shared/inputSchemas';
import { resolveFolder } from '../../email/folders';
import { simplifyMessage } from '../../email/message';
import { moveMessage } from '../../email/moveMessage';
import { folderField } from '../../fields/folder';
import { messageIdField } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-move */
export const moveEmail = defineMailOperation({
	id: 'moveEmail',
	label: 'Move Email to Folder',
	action: 'Move an email to another folder and keep its ID',
	summary: 'Move an email to another folder; its ID stays valid',
	fields: [messageIdField, { ...folderField, description: 'The folder to move the email to' }],
	input: z.object({ messageId: requiredText, folder: requiredLocator }),
	async run({ messageId, folder }, { graph }) {
		const moved = await moveMessage(graph, messageId, await resolveFolder(graph, folder, 'folder'));
		return [{ json: simplifyMessage(moved, { body: 'none' }) }];
	},
});

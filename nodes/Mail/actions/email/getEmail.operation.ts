import { changed } from '../../../shared/field';
import { messageItem } from '../../email/message';
import { messageQuery, rawMessage, toMessageJsonInFolder } from '../../email/messageOutput';
import { messageId } from '../../fields/messageId';
import { messageOutput, simplify } from '../../fields/output';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-get */
export const getEmail = defineMailOperation({
	id: 'getEmail',
	label: 'Get Email',
	action: 'Get one email by ID with its whole text',
	summary: 'Get one email by its ID',
	returns: 'the email, small and flat',
	permission: ['Mail.Read'],
	output: messageItem,
	fields: [
		messageId,
		simplify,
		changed(messageOutput, { description: 'What is returned of the email' }),
	],
	async run({ messageId, ...output }, { graph, notices }) {
		const message = await graph.get(
			mailPath`/messages/${messageId}`,
			rawMessage,
			messageQuery(output),
		);
		return [{ json: await toMessageJsonInFolder(graph, message, output, notices.forModel) }];
	},
});

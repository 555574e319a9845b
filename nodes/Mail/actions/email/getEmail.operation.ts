import { z } from 'zod';
import { flag, requiredText } from '../../../shared/inputSchemas';
import { messageQuery, rawMessage, toMessageJson } from '../../email/messageOutput';
import { messageIdField } from '../../fields/messageId';
import { messageOutputOptions, simplifyField } from '../../fields/output';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';
import { messageOutputInput } from '../../schemas/output';

/** @see https://learn.microsoft.com/graph/api/message-get */
export const getEmail = defineMailOperation({
	id: 'getEmail',
	label: 'Get Email',
	action: 'Get one email by ID with its whole text',
	summary: 'Get one email by its ID',
	fields: [
		messageIdField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'What is returned of the email',
			options: [...messageOutputOptions],
		},
	],
	input: z.object({
		messageId: requiredText,
		simplify: flag,
		options: z.object(messageOutputInput),
	}),
	async run({ messageId, ...output }, { graph, notices }) {
		const message = await graph.get(
			mailPath`/messages/${messageId}`,
			rawMessage,
			messageQuery(output),
		);
		return [{ json: toMessageJson(message, output, notices.forModel) }];
	},
});

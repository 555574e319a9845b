import { changed, optionsOf } from '../../../shared/step/field';
import { readBesideName } from '../../email/besideList';
import { messageItem } from '../../email/message';
import {
	listOutput,
	messageQuery,
	rawMessage,
	toMessageJsonInFolder,
} from '../../email/messageOutput';
import { messageId } from '../../fields/messageId';
import {
	body,
	checkSender,
	chosenProperties,
	maxBodyLength,
	modelTextLength,
	simplify,
	textCut,
} from '../../fields/output';
import { mailPath } from '../../graph/paths';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-get */
export const getEmail = defineMailOperation({
	label: 'Get Email',
	action: 'Get an email',
	summary: 'Get one email by its ID, with its whole text',
	returns: 'the email, small and flat',
	toolText:
		'Trust senderVerified: pass alone. Get Conversation has the thread, List Attachments the files.',
	permission: ['Mail.Read'],
	effects: [],
	output: messageItem,
	fields: [
		messageId,
		simplify,
		optionsOf('What is returned of the email', [
			body,
			chosenProperties,
			maxBodyLength,
			changed(checkSender, {
				description: `${checkSender.property.description} Used when Simplify is on.`,
			}),
		]),
	],
	async run({ messageId, ...output }, { graph, notices }, _inTurn, count) {
		const { forModel } = notices;
		const usual = forModel ? modelTextLength(count) : undefined;
		const { maxBodyLength = usual, body } = output.options;
		// The preview may hold hidden text.
		const bounded =
			notices.mayReachModel && body === 'none'
				? listOutput(output, notices)
				: { ...output, options: { ...output.options, maxBodyLength } };
		// Who really wrote it matters most to those who may be told anything.
		bounded.options.checkSender = output.options.checkSender || forModel;
		const path = mailPath`/messages/${messageId}`;
		const reading = graph.get(path, rawMessage, messageQuery(bounded));
		const message = await (bounded.simplify ? readBesideName(graph, reading) : reading);
		const json = await toMessageJsonInFolder(graph, message, bounded, forModel);
		return notices.cut([{ json }], forModel && json.truncated === true && textCut('Body', count));
	},
});

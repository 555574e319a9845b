import { z } from 'zod';
import { changed, optionsOf } from '../../../shared/step/field';
import { MODEL_LENGTH } from '../../../shared/step/notices';
import { readConversation } from '../../email/conversation';
import { readFolder } from '../../email/folders';
import { addressItem, cut, toAddress, toAddresses } from '../../email/message';
import { messageId } from '../../fields/messageId';
import { maxBodyLength } from '../../fields/output';
import { textsMissing } from '../../graph/textPages';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-messages */
export const getConversation = defineMailOperation({
	label: 'Get Conversation',
	action: 'Get all emails of a conversation',
	summary: 'Get the whole conversation of an email, oldest first',
	returns: 'one item with all emails, oldest first, each without quotes of the emails above it',
	toolText:
		'Use it before you answer: it shows what was said already. Give the ID of any email in it.',
	permission: ['Mail.Read'],
	effects: [],
	output: z.object({
		subject: z.string(),
		/** Of the whole conversation: a language model gets the newest of a long one. */
		count: z.number(),
		emails: z.array(
			z.object({
				from: addressItem.optional(),
				to: z.array(addressItem),
				cc: z.array(addressItem).optional(),
				receivedDateTime: z.string().optional(),
				/** Name of the folder it is in. */
				folder: z.string().optional(),
				/** What its author wrote, without what is quoted. */
				body: z.string(),
				truncated: z.boolean().optional(),
				bodyLength: z.number().optional(),
				hasAttachments: z.literal(true).optional(),
				isDraft: z.literal(true).optional(),
				id: z.string(),
			}),
		),
		conversationId: z.string().optional(),
	}),
	fields: [
		changed(messageId, {
			description: 'Any email of the conversation, from the list, by its ID or by its link',
		}),
		optionsOf('What is returned of each email', [maxBodyLength]),
	],
	async run({ messageId, options }, { graph, notices }, _inTurn, count) {
		const { forModel } = notices;
		const { conversationId, subject, mails, askedFor, damaged } = await readConversation(
			graph,
			messageId,
		);
		const room = forModel ? Math.min(CONVERSATION_LENGTH, MODEL_LENGTH / count) : Infinity;
		const first = mails.length - Math.ceil(room / SHORTEST);
		const shown = mails.filter(({ message }, at) => at >= first || message.id === askedFor);
		const usual = forModel ? Math.floor(room / Math.max(1, shown.length)) : undefined;
		const { maxBodyLength = usual } = options;
		const emails = await Promise.all(
			shown.map(async ({ message, ownText }) => {
				const cc = toAddresses(message.ccRecipients);
				const { id, parentFolderId, receivedDateTime } = message;
				return {
					id,
					receivedDateTime: receivedDateTime ?? undefined,
					from: toAddress(message.from ?? message.sender),
					to: toAddresses(message.toRecipients),
					...(cc.length > 0 ? { cc } : {}),
					folder: parentFolderId
						? ((await readFolder(graph, parentFolderId))?.displayName ?? undefined)
						: undefined,
					...cut(ownText, maxBodyLength),
					...(message.hasAttachments ? { hasAttachments: true } : {}),
					...(message.isDraft ? { isDraft: true } : {}),
				};
			}),
		);
		// No field of a tool takes it.
		const known = forModel ? {} : { conversationId };
		const results = [{ json: { ...known, subject, count: mails.length, emails } }];
		const left = mails.length - shown.length;
		return notices.cut(
			results,
			textsMissing(damaged, 'email'),
			left > 0 && `Older emails that are left out: ${left}. Find Email finds them.`,
			forModel && emails.some(({ truncated }) => truncated) && TEXTS_CUT,
		);
	},
});

/** Characters of all texts of one conversation for a language model: about 7,500 tokens, in whatever number of emails. */
const CONVERSATION_LENGTH = 30_000;
/** Characters of each that it gets of as many of the newest emails as have room: fewer say nothing. */
const SHORTEST = 200;

const TEXTS_CUT = 'Texts with "truncated" were cut: Get Email returns the whole text of one email.';

import { byPerson, changed, narrowing, optionsOf } from '../../../shared/step/field';
import { toggle } from '../../../shared/step/fieldKinds';
import { findAttachments } from '../../attachments/chosenAttachments';
import { checkModelMail, checkModelText } from '../../email/modelText';
import { scheduledItem, toScheduledJson } from '../../email/schedule';
import { sendReply } from '../../email/sendReply';
import { SENT_KEYS, toLeftJson, toSentJson } from '../../email/sentOutput';
import { attachments } from '../../fields/attachments';
import {
	message,
	messageFormat,
	newMessageOptions,
	saveAsDraft,
	toMessageProperties,
} from '../../fields/message';
import { messageId } from '../../fields/messageId';
import { bcc, cc, to } from '../../fields/recipients';
import { chosenSendTime, sendLater, sentOrSaved } from '../../fields/sendAt';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-createreply */
export const replyToEmail = defineMailOperation({
	label: 'Reply to Email',
	action: 'Reply to an email',
	summary: 'Answer the sender, or everybody, with the original quoted below',
	returns: 'ID of the email, and whether it was sent',
	toolText:
		'It leaves immediately. Write neither quote nor subject: both are added. Get Conversation has the thread.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['createReply', 'sending'],
	output: scheduledItem,
	// Microsoft Graph chose the recipients.
	modelKeys: ['sendAt', 'to', 'cc', ...SENT_KEYS],
	fields: [
		messageId,
		narrowing(message),
		messageFormat,
		toggle(
			'replyToAll',
			'Reply to All',
			'Whether the other recipients of the original get the reply too, not only its sender',
			{ byModel: 'Whether To and Cc of the original get it too' },
		),
		attachments,
		saveAsDraft,
		optionsOf('A later time, more recipients, sender, importance, receipts and other attachments', [
			changed(bcc, { displayName: 'Additional Bcc' }),
			byPerson(changed(cc, { displayName: 'Additional Cc' })),
			byPerson(changed(to, { displayName: 'Additional To' })),
			...newMessageOptions,
			...sendLater,
		]),
	],
	rules: [sentOrSaved],
	async run(input, context) {
		const { messageId, replyToAll, saveAsDraft, options } = input;
		const { draftsOnly } = context.graph;
		checkModelText(context, input.message, input.messageFormat);
		const sendAt = await chosenSendTime(context, options);
		const sources = await findAttachments(context, { ...input, ...options });
		if (!saveAsDraft) await checkModelMail(context, input, sources);
		const draft = await sendReply(context, {
			kind: replyToAll ? 'createReplyAll' : 'createReply',
			messageId,
			properties: toMessageProperties({ ...input, ...options }, context),
			sources,
			saveAsDraft: saveAsDraft || draftsOnly,
			sendAt,
		});
		if (draftsOnly && !saveAsDraft) return [{ json: toLeftJson(draft) }];
		if (sendAt) return [{ json: toScheduledJson(draft, sendAt) }];
		return [{ json: toSentJson(draft, { sent: !saveAsDraft }) }];
	},
});

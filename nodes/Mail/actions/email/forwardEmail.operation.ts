import { changed, optionsOf } from '../../../shared/step/field';
import { findAttachments } from '../../attachments/chosenAttachments';
import { checkModelText } from '../../email/modelText';
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
import { hasRecipients, notTooManyRecipients, recipientFields } from '../../fields/recipients';
import { chosenSendTime, sendLater, sentOrSaved } from '../../fields/sendAt';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-createforward */
export const forwardEmail = defineMailOperation({
	label: 'Forward Email',
	action: 'Forward an email',
	summary: 'Forward an email with its attachments and an optional message',
	returns: 'ID of the email, and whether it was sent',
	toolText: 'It leaves immediately.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['createForward', 'sending'],
	output: scheduledItem,
	modelKeys: ['sendAt', ...SENT_KEYS],
	fields: [
		messageId,
		...recipientFields,
		changed(message, {
			description: 'Text above the forwarded email, plain or HTML; may be empty',
			byModel: 'Text above the forwarded email, plain or HTML; may be empty',
		}),
		messageFormat,
		changed(attachments, {
			description:
				'Names of the binary fields of the input item to attach as well, comma-separated, or "all"; the attachments of the original are kept in any case',
		}),
		saveAsDraft,
		optionsOf('A later time, sender, importance, receipts, headers and other attachments', [
			...newMessageOptions,
			...sendLater,
		]),
	],
	rules: [hasRecipients, notTooManyRecipients, sentOrSaved],
	async run(input, context) {
		const { messageId, saveAsDraft, options } = input;
		const { draftsOnly } = context.graph;
		checkModelText(context, input.message, input.messageFormat);
		const sendAt = await chosenSendTime(context, options);
		const draft = await sendReply(context, {
			kind: 'createForward',
			messageId,
			properties: toMessageProperties(input, context),
			sources: await findAttachments(context, { ...input, ...options }),
			saveAsDraft: saveAsDraft || draftsOnly,
			sendAt,
		});
		if (draftsOnly && !saveAsDraft) return [{ json: toLeftJson(draft) }];
		if (sendAt) return [{ json: toScheduledJson(draft, sendAt) }];
		return [{ json: toSentJson(draft, { sent: !saveAsDraft }) }];
	},
});

import { z } from 'zod';
import { flag, optionalText, requiredText } from '../../../shared/inputSchemas';
import { findAttachments } from '../../attachments/chosenAttachments';
import { toProperties } from '../../email/messageForm';
import { recipients } from '../../email/recipients';
import { sendAnswer } from '../../email/reply';
import { sentResult } from '../../email/sentOutput';
import { attachmentsField } from '../../fields/attachments';
import {
	messageField,
	messageFormatField,
	outgoingOptionsField,
	saveAsDraftField,
} from '../../fields/message';
import { messageIdField } from '../../fields/messageId';
import { bccField, ccField, toField } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';
import { attachmentsInput } from '../../schemas/attachments';
import { messageText, outgoingOptions } from '../../schemas/message';

/** @see https://learn.microsoft.com/graph/api/message-createreply */
export const replyToEmail = defineMailOperation({
	id: 'replyToEmail',
	label: 'Reply to Email',
	action: 'Send a reply to an email in its conversation and return the ID of the reply',
	summary: 'Answer the sender, or everybody, with the original quoted below',
	fields: [
		{ ...messageIdField, description: 'ID of the email to answer, as Find Email returns it' },
		messageField,
		messageFormatField,
		{
			displayName: 'Reply to All',
			name: 'replyToAll',
			type: 'boolean',
			default: false,
			description:
				'Whether the other recipients of the original get the reply too, not only its sender',
		},
		attachmentsField,
		saveAsDraftField,
		{
			...outgoingOptionsField,
			description: 'More recipients, sender, importance, receipts and other attachments',
			options: [
				{ ...bccField, displayName: 'Additional Bcc' },
				{ ...ccField, displayName: 'Additional Cc' },
				{ ...toField, displayName: 'Additional To' },
				...outgoingOptionsField.options,
			],
		},
	],
	input: z.object({
		messageId: requiredText,
		...messageText,
		replyToAll: flag,
		...attachmentsInput,
		saveAsDraft: flag,
		options: outgoingOptions
			.removeDefault()
			.extend({ to: recipients, cc: recipients, bcc: recipients })
			.default({}),
		mailbox: optionalText,
	}),
	async run(input, context) {
		const { messageId, replyToAll, saveAsDraft, options } = input;
		const draft = await sendAnswer(context, {
			kind: replyToAll ? 'createReplyAll' : 'createReply',
			messageId,
			properties: toProperties({ ...input, ...options, options }),
			sources: await findAttachments(context, { ...input, ...options }),
			saveAsDraft,
		});
		return [{ json: sentResult(draft, { sent: !saveAsDraft }) }];
	},
});

import { z } from 'zod';
import { flag, optionalText, requiredText } from '../../../shared/inputSchemas';
import { findAttachments } from '../../attachments/chosenAttachments';
import { toProperties } from '../../email/messageForm';
import { hasRecipients, notTooManyRecipients, recipientsInput } from '../../email/recipients';
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

/** @see https://learn.microsoft.com/graph/api/message-createforward */
export const forwardEmail = defineMailOperation({
	id: 'forwardEmail',
	label: 'Forward Email',
	action:
		'Forward an email with its attachments to other addresses and return the ID of the sent email',
	summary: 'Send an email on to others, with its attachments and an own text above it',
	fields: [
		{ ...messageIdField, description: 'ID of the email to forward, as Find Email returns it' },
		toField,
		ccField,
		bccField,
		{ ...messageField, description: 'Text above the forwarded email, plain or HTML; may be empty' },
		messageFormatField,
		{
			...attachmentsField,
			description:
				'Names of the binary fields of the input item to attach as well, with commas between them, or "all"; the attachments of the original are kept in any case',
		},
		saveAsDraftField,
		outgoingOptionsField,
	],
	input: z.object({
		messageId: requiredText,
		...recipientsInput,
		...messageText,
		...attachmentsInput,
		saveAsDraft: flag,
		options: outgoingOptions,
		mailbox: optionalText,
	}),
	rules: [hasRecipients, notTooManyRecipients],
	async run(input, context) {
		const { messageId, saveAsDraft, options } = input;
		const draft = await sendAnswer(context, {
			kind: 'createForward',
			messageId,
			properties: toProperties(input),
			sources: await findAttachments(context, { ...input, ...options }),
			saveAsDraft,
		});
		return [{ json: sentResult(draft, { sent: !saveAsDraft }) }];
	},
});

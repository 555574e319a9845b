import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { attachmentsField, otherAttachmentsField } from '../../fields/attachments';
import {
	messageField,
	messageFormatField,
	messageOptionFields,
	subjectField,
} from '../../fields/message';
import { bccField, ccField, toField } from '../../fields/recipients';
import { findAttachments } from '../../graph/attachments';
import { MAX_RECIPIENTS, toProperties } from '../../graph/outgoing';
import { sendNew } from '../../graph/send';
import { sentResult } from '../../graph/sentResult';
import { attachmentsInput, otherAttachments } from '../../schemas/attachments';
import { messageOptions, messageText, subjectLine } from '../../schemas/message';
import { countRecipients, recipientsInput } from '../../schemas/recipients';
import { defineMailOperation } from '../defineMailOperation';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendEmail = defineMailOperation({
	id: 'sendEmail',
	label: 'Send Email',
	action: 'Send an email, with attachments if wanted, and return the ID of the sent email',
	summary: 'Send a new email at once; attachments up to 150 MB',
	fields: [
		toField,
		ccField,
		bccField,
		subjectField,
		messageField,
		messageFormatField,
		attachmentsField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Sender, importance, receipts, headers and other attachments',
			options: [
				messageOptionFields.deliveryReceipt,
				messageOptionFields.from,
				messageOptionFields.headers,
				messageOptionFields.importance,
				messageOptionFields.labels,
				otherAttachmentsField,
				messageOptionFields.readReceipt,
				messageOptionFields.replyTo,
			],
		},
	],
	input: z.object({
		...recipientsInput,
		subject: subjectLine,
		...messageText,
		...attachmentsInput,
		options: messageOptions.extend({ otherAttachments }).default({}),
		mailbox: optionalText,
	}),
	rules: [
		{
			holds: (input) => countRecipients(input) > 0,
			field: 'to',
			message: 'give at least one address in To, Cc or Bcc',
		},
		{
			holds: (input) => countRecipients(input) <= MAX_RECIPIENTS,
			field: 'to',
			message: `an email has at most ${MAX_RECIPIENTS} recipients in To, Cc and Bcc together`,
		},
	],
	async run(input, context) {
		const { attachments, options } = input;
		const sources = await findAttachments(context, { attachments, ...options });
		const properties = toProperties(input);
		const draft = await sendNew(context, properties, sources);
		return [{ json: sentResult(properties, draft) }];
	},
});

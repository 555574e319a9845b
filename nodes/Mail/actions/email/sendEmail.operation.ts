import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { findAttachments } from '../../attachments/chosenAttachments';
import { toProperties } from '../../email/messageForm';
import { hasRecipients, notTooManyRecipients, recipientsInput } from '../../email/recipients';
import { sendNew } from '../../email/sendOnce';
import { sentResult } from '../../email/sentOutput';
import { attachmentsField } from '../../fields/attachments';
import {
	messageField,
	messageFormatField,
	outgoingOptionsField,
	subjectField,
} from '../../fields/message';
import { bccField, ccField, toField } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';
import { attachmentsInput } from '../../schemas/attachments';
import { messageText, outgoingOptions, subjectLine } from '../../schemas/message';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendEmail = defineMailOperation({
	id: 'sendEmail',
	label: 'Send Email',
	action: 'Send an email with attachments if wanted and return the ID of the sent email',
	summary: 'Send a new email at once; attachments up to 150 MB',
	fields: [
		toField,
		ccField,
		bccField,
		subjectField,
		messageField,
		messageFormatField,
		attachmentsField,
		outgoingOptionsField,
	],
	input: z.object({
		...recipientsInput,
		subject: subjectLine,
		...messageText,
		...attachmentsInput,
		options: outgoingOptions,
		mailbox: optionalText,
	}),
	rules: [hasRecipients, notTooManyRecipients],
	async run(input, context) {
		const sources = await findAttachments(context, { ...input, ...input.options });
		const properties = toProperties(input);
		const draft = await sendNew(context, properties, sources);
		return [{ json: sentResult(draft, { sent: true, properties }) }];
	},
});

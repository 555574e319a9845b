import { z } from 'zod';
import { optionalText } from '../../../shared/inputSchemas';
import { findAttachments } from '../../attachments/chosenAttachments';
import { createDraft as makeDraft } from '../../email/createDraft';
import { toProperties } from '../../email/messageForm';
import { notTooManyRecipients, recipientsInput } from '../../email/recipients';
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

/** @see https://learn.microsoft.com/graph/api/user-post-messages */
export const createDraft = defineMailOperation({
	id: 'createDraft',
	label: 'Create Draft',
	action: 'Create an email draft without sending it and return its ID',
	summary: 'Save a new email in Drafts; nothing is sent',
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
	rules: [notTooManyRecipients],
	async run(input, context) {
		const sources = await findAttachments(context, { ...input, ...input.options });
		const draft = await makeDraft(context, toProperties(input), sources);
		return [{ json: sentResult(draft, { sent: false }) }];
	},
});

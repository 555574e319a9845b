import { z } from 'zod';
import { InvalidInput } from '../../../shared/failures';
import { requiredText } from '../../../shared/inputSchemas';
import { changeDraft } from '../../email/draft';
import { toProperties } from '../../email/messageForm';
import { notTooManyRecipients, recipientsInput } from '../../email/recipients';
import { sentResult } from '../../email/sentOutput';
import {
	messageField,
	messageFormatField,
	messageOptionFields,
	subjectField,
} from '../../fields/message';
import { messageIdField } from '../../fields/messageId';
import { bccField, ccField, toField } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';
import { messageOptions, messageText, subjectLine } from '../../schemas/message';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const updateDraft = defineMailOperation({
	id: 'updateDraft',
	label: 'Update Draft',
	action: 'Change the recipients or subject or text of an email draft and keep the rest',
	summary: 'Change a draft; what is left empty stays as it is',
	fields: [
		{ ...messageIdField, description: 'ID of the draft, from the output of Create Draft' },
		toField,
		ccField,
		bccField,
		subjectField,
		messageField,
		messageFormatField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			description: 'Sender, importance, labels and receipts',
			options: [
				messageOptionFields.deliveryReceipt,
				messageOptionFields.from,
				messageOptionFields.importance,
				messageOptionFields.labels,
				messageOptionFields.readReceipt,
				messageOptionFields.replyTo,
			],
		},
	],
	input: z.object({
		messageId: requiredText,
		...recipientsInput,
		subject: subjectLine,
		...messageText,
		// Headers can be given only while a draft is made.
		options: messageOptions.omit({ headers: true }).default({}),
	}),
	rules: [notTooManyRecipients],
	key: ({ messageId }) => messageId,
	async run({ messageId, ...form }, { graph }) {
		const changes = toProperties(form);
		if (Object.keys(changes).length === 0) {
			throw new InvalidInput('There is nothing to change: fill in at least one field');
		}
		const draft = await changeDraft(graph, messageId, changes);
		return [{ json: sentResult(draft, { sent: false }) }];
	},
});

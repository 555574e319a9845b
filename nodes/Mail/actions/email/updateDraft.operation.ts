import { InvalidInput } from '../../../shared/failures';
import { collection } from '../../../shared/field';
import { changeDraft } from '../../email/draft';
import { checkModelText } from '../../email/modelText';
import { sentItem, toSentJson } from '../../email/sentOutput';
import {
	message,
	messageFormat,
	messageOptions,
	subject,
	toMessageProperties,
} from '../../fields/message';
import { draftId } from '../../fields/messageId';
import { notTooManyRecipients, recipientFields } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-update */
export const updateDraft = defineMailOperation({
	id: 'updateDraft',
	label: 'Update Draft',
	action: 'Update a draft',
	summary: 'Change a draft; what is left empty stays as it is',
	returns: 'ID, conversation ID and Internet message ID of the email, and whether it was sent',
	permission: ['Mail.ReadWrite'],
	output: sentItem,
	fields: [
		draftId,
		...recipientFields,
		subject,
		message,
		messageFormat,
		collection('options', 'Options', 'Sender, importance, labels and receipts', messageOptions),
	],
	rules: [notTooManyRecipients],
	key: ({ messageId }) => messageId,
	async run({ messageId, ...written }, context) {
		checkModelText(context, written.message, written.messageFormat);
		const changes = toMessageProperties(written);
		if (Object.keys(changes).length === 0) {
			throw new InvalidInput('There is nothing to change: fill in at least one field');
		}
		const draft = await changeDraft(context.graph, messageId, changes);
		return [{ json: toSentJson(draft, { sent: false }) }];
	},
});

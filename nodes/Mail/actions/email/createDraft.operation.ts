import { findAttachments } from '../../attachments/chosenAttachments';
import { checkModelText } from '../../email/modelText';
import { postDraftOnce } from '../../email/postDraftOnce';
import { SENT_KEYS, sentItem, toSentJson } from '../../email/sentOutput';
import { newDraft, toMessageProperties } from '../../fields/message';
import { notTooManyRecipients } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-post-messages */
export const createDraft = defineMailOperation({
	label: 'Create Draft',
	action: 'Create an email draft',
	summary: 'Save a new email in Drafts; nothing is sent',
	returns: 'ID of the email, and whether it was sent',
	toolText:
		'Use it where a person should look before anything leaves. Send Draft sends it, Update Draft changes it. It stands in no thread.',
	permission: ['Mail.ReadWrite'],
	effects: ['drafting'],
	output: sentItem,
	modelKeys: SENT_KEYS,
	fields: newDraft,
	rules: [notTooManyRecipients],
	async run(input, context) {
		checkModelText(context, input.message, input.messageFormat);
		const sources = await findAttachments(context, { ...input, ...input.options });
		const draft = await postDraftOnce(context, toMessageProperties(input, context), sources);
		return [{ json: toSentJson(draft, { sent: false }) }];
	},
});

import { findAttachments } from '../../attachments/chosenAttachments';
import { checkModelMail, checkModelText } from '../../email/modelText';
import { postDraftOnce } from '../../email/postDraftOnce';
import { sendOnce } from '../../email/sendOnce';
import { SENT_KEYS, sentItem, toLeftJson, toSentJson } from '../../email/sentOutput';
import { newMail, toMessageProperties } from '../../fields/message';
import { hasRecipients, notTooManyRecipients } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendEmail = defineMailOperation({
	label: 'Send Email',
	action: 'Send an email',
	summary: 'Send a new email immediately, with attachments up to 150 MB',
	returns: 'ID of the email, and whether it was sent',
	toolText:
		'Nobody can call it back. Use Reply to Email for an answer, Create Draft to have it checked, Schedule Email for later.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['sending'],
	output: sentItem,
	modelKeys: SENT_KEYS,
	fields: newMail,
	rules: [hasRecipients, notTooManyRecipients],
	async run(input, context) {
		checkModelText(context, input.message, input.messageFormat);
		const sources = await findAttachments(context, { ...input, ...input.options });
		await checkModelMail(context, input, sources);
		const properties = toMessageProperties(input, context);
		if (context.graph.draftsOnly) {
			return [{ json: toLeftJson(await postDraftOnce(context, properties, sources)) }];
		}
		const draft = await sendOnce(context, properties, sources);
		return [{ json: toSentJson(draft, { sent: true, properties }) }];
	},
});

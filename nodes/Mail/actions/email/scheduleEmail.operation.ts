import { narrowing, optionsOf, required } from '../../../shared/step/field';
import { findAttachments } from '../../attachments/chosenAttachments';
import { checkModelMail, checkModelText } from '../../email/modelText';
import { postDraftOnce } from '../../email/postDraftOnce';
import { scheduledItem, scheduleOnce, toScheduledJson } from '../../email/schedule';
import { SENT_KEYS, toLeftJson } from '../../email/sentOutput';
import { attachments } from '../../fields/attachments';
import {
	message,
	messageFormat,
	newMessageOptions,
	subject,
	toMessageProperties,
} from '../../fields/message';
import { hasRecipients, notTooManyRecipients, recipientFields } from '../../fields/recipients';
import { chosenByModel, toSendTime } from '../../fields/sendAt';
import { timeZone } from '../../fields/timeZone';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const scheduleEmail = defineMailOperation({
	label: 'Schedule Email',
	action: 'Schedule an email',
	summary: 'Have Microsoft send a new email at a later time; until then it waits in Drafts',
	returns: 'when the email is sent, and its ID',
	toolText:
		'For now use Send Email. Until the time comes Cancel Scheduled Email stops it. The time must lie ahead.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: ['sending'],
	output: scheduledItem,
	modelKeys: ['sendAt', ...SENT_KEYS],
	fields: [
		...recipientFields,
		required(chosenByModel),
		subject,
		narrowing(message),
		messageFormat,
		attachments,
		optionsOf('Sender, importance, time zone, receipts, headers and other attachments', [
			...newMessageOptions,
			timeZone,
		]),
	],
	rules: [hasRecipients, notTooManyRecipients],
	async run({ sendAt: given, ...input }, context) {
		checkModelText(context, input.message, input.messageFormat);
		const at = await toSendTime(context, given, input.options.timeZone);
		const sources = await findAttachments(context, { ...input, ...input.options });
		await checkModelMail(context, input, sources);
		const properties = toMessageProperties(input, context);
		if (context.graph.draftsOnly) {
			return [{ json: toLeftJson(await postDraftOnce(context, properties, sources)) }];
		}
		const draft = await scheduleOnce(context, properties, sources, at);
		return [{ json: toScheduledJson(draft, at) }];
	},
});

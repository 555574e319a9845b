import { InvalidInput } from '../../../shared/http/failures';
import { byModel, collection } from '../../../shared/step/field';
import { moment } from '../../../shared/step/fieldKinds';
import { isDateAlone, requiredMoment, toMoment } from '../../../shared/text/moments';
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
import { timeZone } from '../../fields/timeZone';
import { localZone } from '../../graph/localZone';
import type { MailContext } from '../../operation';
import { defineMailOperation } from '../../operation';
import { sending } from '../../outgoing/writes';

/** @see https://learn.microsoft.com/graph/api/message-send */
export const scheduleEmail = defineMailOperation({
	id: 'scheduleEmail',
	label: 'Schedule Email',
	action: 'Schedule an email',
	summary: 'Have Microsoft send a new email at a later time; until then it waits in Drafts',
	returns: 'when the email is sent, its ID, conversation ID and Internet message ID',
	toolText:
		'For now use Send Email. Until the time comes Cancel Scheduled Email stops it. The time must lie ahead.',
	permission: ['Mail.ReadWrite', 'Mail.Send'],
	effects: sending,
	output: scheduledItem,
	modelKeys: ['sendAt', ...SENT_KEYS],
	fields: [
		...recipientFields,
		byModel(
			moment(
				'sendAt',
				'Send At',
				'When the email is sent, such as 2026-03-02T09:00; in the zone of the mailbox unless Time Zone says another',
				{ page: 'mail.md#schedule-email', required: true, input: requiredMoment },
			),
			'When the email is sent, as 2026-03-02T09:00; in the zone of the mailbox unless it has an offset',
		),
		subject,
		message,
		messageFormat,
		attachments,
		collection(
			'options',
			'Options',
			'Sender, importance, time zone, receipts, headers and other attachments',
			[...newMessageOptions, timeZone],
		),
	],
	rules: [hasRecipients, notTooManyRecipients],
	async run({ sendAt, ...input }, context) {
		checkModelText(context, input.message, input.messageFormat);
		const at = await toSendTime(context, sendAt, input.options.timeZone);
		const sources = await findAttachments(context, { ...input, ...input.options });
		checkModelMail(context, input.message, sources);
		const properties = toMessageProperties(input, context);
		if (context.graph.draftsOnly) {
			return [{ json: toLeftJson(await postDraftOnce(context, properties, sources)) }];
		}
		const draft = await scheduleOnce(context, properties, sources, at);
		return [{ json: toScheduledJson(draft, at) }];
	},
});

/** @throws InvalidInput for a day without a time, and for what is over: Exchange would send at once. */
async function toSendTime(context: MailContext, given: string, chosen: string | undefined) {
	if (isDateAlone(given)) {
		throw new InvalidInput(
			'says no time of day',
			'sendAt',
			'Write when on that day, as 2026-03-02T09:00.',
		);
	}
	const zone = await localZone(context, chosen, [given]);
	const at = toMoment(given, zone, 'sendAt');
	if (at.toMillis() > context.clock.now()) return at;
	throw new InvalidInput(
		`is in the past: it is ${context.now.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm")} in ${zone}`,
		'sendAt',
		'Give a later time, or use Send Email, which sends immediately.',
	);
}

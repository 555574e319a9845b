import { InvalidInput } from '../../../shared/http/failures';
import { changed, optionsOf } from '../../../shared/step/field';
import { toggle } from '../../../shared/step/fieldKinds';
import { changeDraft, inPlaceOfOwnText } from '../../email/draft';
import type { MessageProperties } from '../../email/messageProperties';
import { checkModelText } from '../../email/modelText';
import { refuseUnlessDraft } from '../../email/refuseWaiting';
import { SENT_KEYS, sentItem, toSentJson } from '../../email/sentOutput';
import { emptied, isOneOfBoth, NOT_BOTH } from '../../fields/emptied';
import {
	labels,
	message,
	messageFormat,
	otherOptions,
	subject,
	toMessageProperties,
} from '../../fields/message';
import { draftId } from '../../fields/messageId';
import { bcc, cc, from, notTooManyRecipients, replyTo, to } from '../../fields/recipients';
import { defineMailOperation } from '../../operation';

/** The lists of a draft by the fields that fill them. */
const LISTS = {
	to: 'toRecipients',
	cc: 'ccRecipients',
	bcc: 'bccRecipients',
	replyTo: 'replyTo',
	labels: 'categories',
} as const;

/** @see https://learn.microsoft.com/graph/api/message-update */
export const updateDraft = defineMailOperation({
	label: 'Update Draft',
	action: 'Update a draft',
	summary: 'Change a draft; what is left empty stays as it is',
	returns: 'ID of the email, and whether it was sent',
	toolText:
		'Changes a draft only, nothing that was sent. Recipients and text that you give replace the present ones; an email quoted below stays.',
	permission: ['Mail.ReadWrite'],
	effects: ['updateMessage'],
	output: sentItem,
	modelKeys: SENT_KEYS,
	fields: [
		draftId,
		to,
		changed(cc, {
			description:
				'Email addresses that get a copy, instead of the present ones. Leave empty to keep these.',
			byModel: 'Email addresses that get a copy, instead of the present ones; empty to keep these',
		}),
		changed(bcc, {
			description:
				'Email addresses that get a copy unseen by the others, instead of the present ones. Leave empty to keep these.',
		}),
		subject,
		changed(message, {
			description:
				'The new text of the email: plain text, or HTML that begins and ends with a tag, such as &lt;p&gt;Hello&lt;/p&gt;. The email that a reply or forward quotes below stays.',
		}),
		messageFormat,
		optionsOf('Sender, importance, labels and receipts', [
			...otherOptions,
			from,
			changed(labels, {
				description:
					'Labels (categories) for the copy in the mailbox, comma-separated; they replace those of the draft',
			}),
			emptied([to, cc, bcc, replyTo, labels]),
			toggle(
				'replaceQuote',
				'Replace Quoted Email',
				'Whether the message also takes the place of the email that a reply or forward quotes',
			),
		]),
	],
	rules: [
		notTooManyRecipients,
		{ holds: ({ options, ...input }) => isOneOfBoth({ ...input, ...options }), message: NOT_BOTH },
	],
	inTurnBy: ({ messageId }) => messageId,
	async run({ messageId, ...written }, context) {
		checkModelText(context, written.message, written.messageFormat);
		const changes: MessageProperties = {
			...Object.fromEntries(written.options.emptied.map((name) => [LISTS[name], []])),
			...toMessageProperties(written),
		};
		if (Object.keys(changes).length === 0) {
			throw new InvalidInput(
				'There is nothing to change: fill in at least one field, as an empty one keeps what is there',
			);
		}
		const { graph } = context;
		await refuseUnlessDraft(context, messageId, 'Update Email or Add Label');
		if (changes.body && !written.options.replaceQuote) {
			changes.body = await inPlaceOfOwnText(graph, messageId, changes.body);
		}
		const draft = await changeDraft(graph, messageId, changes);
		return [{ json: toSentJson(draft, { sent: false }) }];
	},
});

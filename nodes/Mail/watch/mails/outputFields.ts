import { z } from 'zod';
import type { InputOf } from '../../../shared/step/field';
import { changed, optionsOf } from '../../../shared/step/field';
import { choice, number, text, toggle } from '../../../shared/step/fieldKinds';
import { mustBe, optionalText } from '../../../shared/step/inputSchemas';
import type { MessageOutput } from '../../email/messageOutput';
import { listOutput } from '../../email/messageOutput';
import { body, checkSender, chosenProperties, maxBodyLength } from '../../fields/output';
import { heartbeat, mostPerPoll } from '../../fields/pollOptions';
import type { GraphClient } from '../../graph/types';

/** Bytes of a megabyte, as Outlook counts them. */
const MEGABYTE = 1_048_576;
const DEFAULT_SIZE_MB = 25;
/** What the value must be, as errors say it. */
const SIZE = 'a number of megabytes, 0 or more';
const DEFAULT_PREFIX = 'attachment_';

/** Megabytes, with a fraction, in bytes; undefined for 0, which means no limit. */
const bytes = z
	.union([z.number(), z.string(), z.null(), z.undefined()], mustBe(SIZE))
	.transform((value) => Number(String(value ?? '').trim() || DEFAULT_SIZE_MB))
	.refine((megabytes) => Number.isFinite(megabytes) && megabytes >= 0, `must be ${SIZE}`)
	.transform((megabytes) => (megabytes === 0 ? undefined : Math.floor(megabytes * MEGABYTE)));

const output = choice('output', 'Output', 'What of each email to return', {
	options: {
		fields: { name: 'Chosen Fields', description: 'Only the properties you name' },
		raw: { name: 'Raw', description: 'Everything, as Microsoft Graph returns it' },
		simplified: { name: 'Simplified', description: 'The most used properties, flat' },
	},
	default: 'simplified',
});

const fields = changed(chosenProperties, {
	required: true,
	displayOptions: { show: { output: ['fields'] } },
	description: 'Names of the properties to return, as Microsoft Graph spells them, comma-separated',
});

const downloadAttachments = toggle(
	'downloadAttachments',
	'Download Attachments',
	'Whether to read the attachments into binary fields. Attached emails become .eml files; of files in the cloud the link is returned.',
);

const oneItemPerAttachment = toggle(
	'oneItemPerAttachment',
	'One Item per Attachment',
	'Whether an email with several attachments becomes several items, each with the email and one file, always in the same binary field. An email without attachments is one item.',
	{ displayOptions: { show: { downloadAttachments: [true] } } },
);

/** Labels of what leaves emails out, as the test step names them. */
export const ONLY_ANSWERS = 'Only Answers to What Was Sent';
export const ONLY_VERIFIED = 'Only Verified Senders';
export const NOT_AUTOMATIC = 'Leave Out Automatic Emails';
export const MAX_SIZE = 'Maximum Attachment Size (MB)';

const options = optionsOf('', [
	checkSender,
	toggle(
		'onlyAnswers',
		ONLY_ANSWERS,
		'Whether to leave out each email that answers none in Sent Items of this mailbox. The item has answersMessageId, the ID of the email that it answers. Not for Email Sent.',
		{ page: 'mail-trigger.md#only-answers-to-what-you-sent', narrows: true },
	),
	toggle(
		'onlyVerifiedSenders',
		ONLY_VERIFIED,
		'Whether to leave out each email whose sender Microsoft could not verify: senderVerified is not pass. Mail through a gateway or a list may lack it. Not for Email Sent.',
		{ narrows: true },
	),
	toggle(
		'leaveOutAutomatic',
		NOT_AUTOMATIC,
		'Whether to leave out each email that a program sent by itself, such as an out-of-office reply. Without it, a workflow that answers can answer such replies without end. Not for Email Sent.',
		{ page: 'mail-trigger.md#automatic-emails', narrows: true },
	),
	text(
		'attachmentPrefix',
		'Attachment Prefix',
		'Beginning of the names of the binary fields; a number from 0 follows',
		{ default: DEFAULT_PREFIX, input: optionalText.transform((prefix = DEFAULT_PREFIX) => prefix) },
	),
	toggle(
		'emitSkipped',
		'Emit Skipped Emails',
		'Whether an email that is skipped for its attachments starts the workflow with an item that says what was skipped and why',
	),
	heartbeat,
	toggle(
		'markAsRead',
		'Mark as Read',
		'Whether to mark each email that starts the workflow as read',
	),
	number(
		'maxAttachmentSize',
		MAX_SIZE,
		'An email with an attachment larger than this is not processed. 1 MB is 1,048,576 bytes; inline attachments count, links to files in the cloud do not.',
		{
			typeOptions: { minValue: 0 },
			default: DEFAULT_SIZE_MB,
			hint: '0 for no limit',
			input: bytes,
		},
	),
	changed(maxBodyLength, { default: 0 }),
	mostPerPoll(
		'maxMails',
		'Maximum Emails per Poll',
		'How many emails one execution gets at most, oldest first; the rest follows with the next polls',
	),
]);

export const outputFields = [
	output,
	fields,
	body,
	downloadAttachments,
	oneItemPerAttachment,
	options,
] as const;

/** Which parts of a mail to ask for and to output. */
export function toMessageOutput(
	settings: InputOf<typeof outputFields>,
	graph: Pick<GraphClient, 'isForAgents'>,
): MessageOutput {
	const options = {
		body: settings.body,
		fields: settings.output === 'fields' ? settings.fields : [],
		maxBodyLength: settings.options.maxBodyLength,
	};
	const reader = { forModel: false, mayReachModel: graph.isForAgents };
	return listOutput({ simplify: settings.output === 'simplified', options }, reader);
}

import { z } from 'zod';
import { presentableText } from '../../shared/failures';
import type { InputOf } from '../../shared/field';
import {
	choice,
	collection,
	field,
	fixedCollectionLists,
	optionalChoice,
} from '../../shared/field';
import { flag, optionalText, rawText, textList } from '../../shared/inputSchemas';
import type { MessageProperties } from '../email/messageProperties';
import { toBody } from '../email/messageProperties';
import { attachments, otherAttachments } from './attachments';
import { from, recipientFields, replyTo } from './recipients';

/** Stands on one line; undefined when left empty. */
export const subject = field(
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your invoice',
		description: 'Subject line of the email',
	},
	optionalText.transform((text) =>
		text?.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks)),
	),
);

export const message = field(
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. Thank you, we answer by Friday.',
		description:
			'The text of the email: plain text, or HTML that begins and ends with a tag, such as &lt;p&gt;Hello&lt;/p&gt;',
	},
	rawText,
);

export const messageFormat = choice({
	displayName: 'Message Format',
	name: 'messageFormat',
	type: 'options',
	default: 'auto',
	description: 'How the message is written',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'HTML when the message begins and ends with an HTML tag, otherwise plain text',
		},
		{ name: 'HTML', value: 'html', description: 'The message is HTML' },
		{ name: 'Text', value: 'text', description: 'The message is plain text; line breaks are kept' },
	],
});

/** A name for a header of one's own: Graph takes no others (resource `internetMessageHeader`). */
const HEADER_NAME = /^x-[!-9;-~]+$/i;

/** Headers can be given only while a mail is made. */
const headers = fixedCollectionLists(
	{
		displayName: 'Headers',
		name: 'headers',
		placeholder: 'Add Header',
		description: 'Headers of your own to send along; their names begin with x-',
	},
	{
		header: {
			displayName: 'Header',
			fields: [
				field(
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. x-order-number',
						description: 'Name of the header, beginning with x-',
					},
					rawText
						.transform((name) => name.trim())
						.refine(
							(name) => HEADER_NAME.test(name),
							(name) => ({
								message: `must begin with x- and hold no blanks, unlike "${presentableText(name) ?? ''}"`,
							}),
						),
				),
				field(
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 4711',
						description: 'Value of the header, on one line',
					},
					rawText.pipe(z.string().regex(/^[^\r\n]*$/, 'must be one line')),
				),
			],
		},
	},
);

export const importance = optionalChoice({
	displayName: 'Importance',
	name: 'importance',
	type: 'options',
	default: 'normal',
	description: 'How important the email is marked',
	options: [
		{ name: 'High', value: 'high' },
		{ name: 'Low', value: 'low' },
		{ name: 'Normal', value: 'normal' },
	],
});

/** What every mail can have beside its recipients, subject and text, also after it was made. */
export const messageOptions = [
	field(
		{
			displayName: 'Delivery Receipt',
			name: 'deliveryReceipt',
			type: 'boolean',
			default: false,
			description: "Whether to ask the recipients' mail servers to confirm the delivery",
		},
		flag,
	),
	from,
	importance,
	field(
		{
			displayName: 'Labels',
			name: 'labels',
			type: 'string',
			default: '',
			placeholder: 'e.g. Invoice, Urgent',
			description: 'Labels (categories) for the copy in the mailbox, with commas between them',
		},
		textList,
	),
	field(
		{
			displayName: 'Read Receipt',
			name: 'readReceipt',
			type: 'boolean',
			default: false,
			description: 'Whether to ask the recipients to confirm that they read the email',
		},
		flag,
	),
	replyTo,
] as const;

/** The entries of the Options of a mail that is made. */
export const newMessageOptions = [...messageOptions, headers, otherAttachments] as const;

/** The Options of a mail that is made. */
export const outgoingOptions = collection(
	{
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		description: 'Sender, importance, receipts, headers and other attachments',
	},
	newMessageOptions,
);

/** A new mail as a whole. */
export const newMail = [
	...recipientFields,
	subject,
	message,
	messageFormat,
	attachments,
	outgoingOptions,
] as const;

/** Leaves the mail in Drafts. */
export const saveAsDraft = field(
	{
		displayName: 'Save as Draft',
		name: 'saveAsDraft',
		type: 'boolean',
		default: false,
		description: 'Whether to leave the email in Drafts instead of sending it',
	},
	flag,
);

/** Every mail has a text; the rest is there where its step has the fields. */
type Written = InputOf<readonly [typeof message, typeof messageFormat]> &
	Partial<InputOf<readonly [typeof subject, ...typeof recipientFields]>> & {
		options?: Partial<InputOf<typeof newMessageOptions>>;
	};

/**
 * What was given, as properties of a mail; what was not given is left out.
 * @param mailbox The mailbox it is written in; the account's own when left out.
 */
export function toMessageProperties(
	{ options = {}, ...written }: Written,
	{ mailbox }: { mailbox?: string } = {},
): MessageProperties {
	const sender = options.from ?? mailboxSender(mailbox);
	const body = toBody(written.message, written.messageFormat);
	return {
		...(written.subject === undefined ? {} : { subject: written.subject }),
		...(body === undefined ? {} : { body }),
		...filled('toRecipients', written.to),
		...filled('ccRecipients', written.cc),
		...filled('bccRecipients', written.bcc),
		...filled('replyTo', options.replyTo),
		...(sender === undefined ? {} : { from: sender }),
		...(options.importance === undefined ? {} : { importance: options.importance }),
		...(options.deliveryReceipt ? { isDeliveryReceiptRequested: true } : {}),
		...(options.readReceipt ? { isReadReceiptRequested: true } : {}),
		...filled('internetMessageHeaders', options.headers?.header),
		...filled('categories', options.labels),
	};
}

/** A mail from a shared mailbox is from its address, not from the account's. */
function mailboxSender(mailbox: string | undefined): MessageProperties['from'] {
	return mailbox?.includes('@') ? { emailAddress: { address: mailbox } } : undefined;
}

function filled<Name extends string, Entry>(name: Name, list: Entry[] = []) {
	return list.length > 0 ? { [name]: list } : {};
}

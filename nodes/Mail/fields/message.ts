import { z } from 'zod';
import { presentableText } from '../../shared/http/failures';
import type { InputOf } from '../../shared/step/field';
import { changed, fixedCollectionLists, narrowing, optionsOf } from '../../shared/step/field';
import { choice, list, optionalChoice, text, toggle } from '../../shared/step/fieldKinds';
import { optionalFlag, optionalText, rawText } from '../../shared/step/inputSchemas';
import type { MessageProperties } from '../email/messageProperties';
import { toBody } from '../email/messageProperties';
import { attachments, otherAttachments } from './attachments';
import { draftRecipients, from, recipientFields, replyTo } from './recipients';

/** Stands on one line; undefined when left empty. */
export const subject = text('subject', 'Subject', 'Subject line of the email', {
	placeholder: 'e.g. Your invoice',
	input: optionalText.transform((text) =>
		text?.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ' ' : blanks)),
	),
	byModel: true,
});

export const message = text(
	'message',
	'Message',
	'Plain text, or HTML that begins and ends with a tag, such as &lt;p&gt;Hello&lt;/p&gt;',
	{
		typeOptions: { rows: 5 },
		placeholder: 'e.g. Thank you, we answer by Friday.',
		input: rawText,
		byModel: 'Plain text, or HTML that begins and ends with a tag',
	},
);

/**
 * How a text is written.
 * @param what Names the text, as in "The message is HTML".
 * @param more What else is said of plain text.
 */
export function textFormat<const Name extends string>(
	name: Name,
	displayName: string,
	what: string,
	more = '',
) {
	return choice(name, displayName, `How the ${what} is written`, {
		options: {
			auto: {
				name: 'Automatic',
				description: `HTML when the ${what} begins and ends with an HTML tag, otherwise plain text`,
			},
			html: { name: 'HTML', description: `The ${what} is HTML` },
			text: { name: 'Text', description: `The ${what} is plain text${more}` },
		},
		default: 'auto',
	});
}

export const messageFormat = textFormat(
	'messageFormat',
	'Message Format',
	'message',
	'; line breaks are kept',
);

/** A name for a header of one's own: Graph takes no others (resource `internetMessageHeader`). */
const HEADER_NAME = /^x-[!-9;-~]+$/i;

/** Custom headers of one mail (fact: custom-headers-limit). */
const MAX_HEADERS = 5;

const listOfHeaders = fixedCollectionLists(
	'headers',
	'Headers',
	'Headers of your own to send along; their names begin with x-',
	{
		header: {
			displayName: 'Header',
			fields: [
				text('name', 'Name', 'Name of the header, beginning with x-', {
					placeholder: 'e.g. x-order-number',
					input: rawText
						.transform((name) => name.trim())
						.refine(
							(name) => HEADER_NAME.test(name),
							(name) => ({
								message: `must begin with x- and hold no blanks, unlike "${presentableText(name) ?? ''}"`,
							}),
						),
				}),
				text('value', 'Value', 'Value of the header, on one line', {
					placeholder: 'e.g. 4711',
					input: rawText.pipe(z.string().regex(/^[^\r\n]*$/, 'must be one line')),
				}),
			],
		},
	},
);

/** Headers can be given only while a mail is made. */
const headers = changed(
	listOfHeaders,
	{},
	listOfHeaders.input.refine(
		({ header }) => header.length <= MAX_HEADERS,
		`an email has at most ${MAX_HEADERS} headers of its own`,
	),
);

export const importances = { high: 'High', low: 'Low', normal: 'Normal' };
export const importance = optionalChoice('importance', 'Importance', 'How important it is marked', {
	default: 'normal',
	options: importances,
});

export const labels = list(
	'labels',
	'Labels',
	'Labels (categories) for the copy in the mailbox, comma-separated',
	'e.g. Invoice, Urgent',
);

/** What every mail can have beside its recipients, subject, text and labels, also after it was made. */
export const otherOptions = [
	// Off is said, too: a draft may ask for a receipt already.
	toggle(
		'deliveryReceipt',
		'Delivery Receipt',
		"Whether to ask the recipients' mail servers to confirm the delivery",
		{ input: optionalFlag },
	),
	importance,
	toggle(
		'readReceipt',
		'Read Receipt',
		'Whether to ask the recipients to confirm that they read the email',
		{ input: optionalFlag },
	),
	replyTo,
] as const;

export const newMessageOptions = [
	...otherOptions,
	narrowing(from),
	labels,
	headers,
	otherAttachments,
] as const;

const outgoingOptions = optionsOf(
	'Sender, importance, receipts, headers and other attachments',
	newMessageOptions,
);

const written = [subject, narrowing(message), messageFormat, attachments, outgoingOptions] as const;
export const newMail = [...recipientFields, ...written] as const;
export const newDraft = [...draftRecipients, ...written] as const;

export const saveAsDraft = toggle(
	'saveAsDraft',
	'Save as Draft',
	'Whether to leave the email in Drafts instead of sending it',
	{ narrows: true },
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
	// A mail from a shared mailbox is from its address, not from the account's.
	const own = mailbox?.includes('@') ? { emailAddress: { address: mailbox } } : undefined;
	const sender = options.from ?? own;
	const body = toBody(written.message, written.messageFormat);
	const { deliveryReceipt, readReceipt } = options;
	return {
		...(written.subject === undefined ? {} : { subject: written.subject }),
		...(body === undefined ? {} : { body }),
		...filled('toRecipients', written.to),
		...filled('ccRecipients', written.cc),
		...filled('bccRecipients', written.bcc),
		...filled('replyTo', options.replyTo),
		...(sender === undefined ? {} : { from: sender }),
		...(options.importance === undefined ? {} : { importance: options.importance }),
		...(deliveryReceipt === undefined ? {} : { isDeliveryReceiptRequested: deliveryReceipt }),
		...(readReceipt === undefined ? {} : { isReadReceiptRequested: readReceipt }),
		...filled('internetMessageHeaders', options.headers?.header),
		...filled('categories', options.labels),
	};
}

function filled<Name extends string, Entry>(name: Name, list: Entry[] = []) {
	return list.length > 0 ? { [name]: list } : {};
}

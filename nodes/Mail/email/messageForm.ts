/** A recipient as Graph takes it: https://learn.microsoft.com/graph/api/resources/recipient */
export interface Recipient {
	emailAddress: { address: string; name?: string };
}

export type TextFormat = 'html' | 'text';

/** https://learn.microsoft.com/graph/api/resources/itembody */
export interface ItemBody {
	contentType: TextFormat;
	content: string;
}

/** The writable properties of a draft: https://learn.microsoft.com/graph/api/resources/message */
export interface MessageProperties {
	subject?: string;
	body?: ItemBody;
	toRecipients?: Recipient[];
	ccRecipients?: Recipient[];
	bccRecipients?: Recipient[];
	replyTo?: Recipient[];
	from?: Recipient;
	importance?: 'low' | 'normal' | 'high';
	isDeliveryReceiptRequested?: boolean;
	isReadReceiptRequested?: boolean;
	internetMessageHeaders?: Array<{ name: string; value: string }>;
	categories?: string[];
	/** Only when the message is made; never when it is changed. */
	attachments?: object[];
}

/** What a user filled in for a mail; lists are empty and texts undefined where nothing was given. */
export interface MailForm {
	to?: Recipient[];
	cc?: Recipient[];
	bcc?: Recipient[];
	subject?: string;
	message: string;
	messageFormat: 'auto' | TextFormat;
	/** The mailbox it is written in; the account's own when left out. */
	mailbox?: string;
	options: {
		deliveryReceipt: boolean;
		from?: Recipient;
		headers?: Array<{ name: string; value: string }>;
		importance?: 'low' | 'normal' | 'high';
		labels: string[];
		readReceipt: boolean;
		replyTo: Recipient[];
	};
}

/** Recipients of one message: https://learn.microsoft.com/graph/api/resources/message */
export const MAX_RECIPIENTS = 500;

/** A tag that HTML mail is made of; a lone `<` or an address in brackets is none. */
const TAG =
	/<(?:!doctype|!--|\/?(?:html|head|body|p|br|div|span|a|b|i|u|em|strong|ul|ol|li|table|thead|tbody|tr|td|th|h[1-6]|img|hr|pre|code|blockquote|font|style|center|small|sub|sup)\b[^<>]*>)/i;

/** The text as Graph takes it; undefined when there is none. `auto` is HTML where tags are found. */
export function toBody(content: string, format: 'auto' | TextFormat): ItemBody | undefined {
	if (content.trim() === '') return undefined;
	const contentType = format === 'auto' ? (TAG.test(content) ? 'html' : 'text') : format;
	return { contentType, content };
}

/** What was given, as properties of a message; what was not given is left out. */
export function toProperties(form: MailForm): MessageProperties {
	const { options } = form;
	const from = options.from ?? mailboxSender(form.mailbox);
	const body = toBody(form.message, form.messageFormat);
	return {
		...(form.subject === undefined ? {} : { subject: form.subject }),
		...(body === undefined ? {} : { body }),
		...filled('toRecipients', form.to),
		...filled('ccRecipients', form.cc),
		...filled('bccRecipients', form.bcc),
		...filled('replyTo', options.replyTo),
		...(from === undefined ? {} : { from }),
		...(options.importance === undefined ? {} : { importance: options.importance }),
		...(options.deliveryReceipt ? { isDeliveryReceiptRequested: true } : {}),
		...(options.readReceipt ? { isReadReceiptRequested: true } : {}),
		...filled('internetMessageHeaders', options.headers),
		...filled('categories', options.labels),
	};
}

/** A mail from a shared mailbox is from its address, not from the account's. */
function mailboxSender(mailbox: string | undefined): Recipient | undefined {
	return mailbox?.includes('@') ? { emailAddress: { address: mailbox } } : undefined;
}

function filled<Name extends string, Entry>(name: Name, list: Entry[] = []) {
	return list.length > 0 ? { [name]: list } : {};
}

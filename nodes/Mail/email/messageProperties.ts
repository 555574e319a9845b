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

/** A tag that HTML mail is made of; a lone `<` or an address in brackets is none. */
const TAG =
	/<(?:!doctype|!--|\/?(?:html|head|body|p|br|div|span|a|b|i|u|em|strong|ul|ol|li|table|thead|tbody|tr|td|th|h[1-6]|img|hr|pre|code|blockquote|font|style|center|small|sub|sup)\b[^<>]*>)/i;

/** The text as Graph takes it; undefined when there is none. `auto` is HTML where tags are found. */
export function toBody(content: string, format: 'auto' | TextFormat): ItemBody | undefined {
	if (content.trim() === '') return undefined;
	const contentType = format === 'auto' ? (TAG.test(content) ? 'html' : 'text') : format;
	return { contentType, content };
}

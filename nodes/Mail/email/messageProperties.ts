/** The word for the mailbox itself in the place of an address. */
export const OWN = 'me';

/** A recipient as Graph takes it: https://learn.microsoft.com/graph/api/resources/recipient */
export interface Recipient {
	emailAddress: { address: string; name?: string };
	/** `address` holds a name, which has to be looked up. */
	isName?: true;
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
	/** Properties of Exchange that Graph has no name for: https://learn.microsoft.com/graph/api/resources/extended-properties-overview */
	singleValueExtendedProperties?: Array<{ id: string; value: string }>;
	/** Only when the message is made; never when it is changed. */
	attachments?: object[];
}

/** Elements of HTML mail: https://html.spec.whatwg.org/multipage/indices.html#elements-3 */
const ELEMENTS =
	'a|abbr|address|article|aside|b|big|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|' +
	'details|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|head|header|hr|html|i|img|ins|li|link|' +
	'main|mark|meta|nav|ol|p|picture|pre|q|s|section|small|span|strike|strong|style|sub|summary|sup|' +
	'table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|wbr';
/** The beginning of a tag or a comment; an address in brackets is none. */
const TAG = new RegExp(`^<(?:!doctype\\b|!--|/?(?:${ELEMENTS})(?=[\\s/>]))`, 'i');

/** Tags and entities as they are written, also of a model: `</think>`, `<|end|>`; `a<b and c>d` holds none. */
const MARKUP = new RegExp(
	`</?(?:${ELEMENTS}) ?/?>|</[a-z][\\w:-]*>|<\\|\\w{1,40}\\|>|&(?:amp|gt|lt|nbsp|quot|#\\d+);`,
	'i',
);

/**
 * The text as Graph takes it; undefined when there is none. `auto` is HTML where the whole text is, from
 * a tag at its beginning to one at its end: tags in the middle may be those of a stranger whose words
 * the text holds, and stay words.
 */
export function toBody(content: string, format: 'auto' | TextFormat): ItemBody | undefined {
	const whole = content.trim();
	if (whole === '') return undefined;
	const contentType = format === 'auto' ? (isHtml(whole) ? 'html' : 'text') : format;
	return { contentType, content };
}

function isHtml(text: string): boolean {
	const end = text.slice(text.lastIndexOf('<'));
	return TAG.test(text) && (text.endsWith('-->') || (end.endsWith('>') && TAG.test(end)));
}

/** Whether people would see the tags or entities of a text that `auto` takes for plain. */
export function showsMarkup(text: string): boolean {
	return !isHtml(text.trim()) && MARKUP.test(text);
}

import { z } from 'zod';
import { htmlToText } from '../../shared/html';

/** How a mail's body is wanted: plain text, the HTML as it is, or not at all. */
export type BodyFormat = 'text' | 'html' | 'none';

/** https://learn.microsoft.com/graph/api/resources/recipient */
const recipientShape = z
	.object({
		emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
	})
	.nullish();

const recipientsShape = z.array(recipientShape).nullish();

/**
 * A mail as far as the package uses it: https://learn.microsoft.com/graph/api/resources/message.
 * Everything but the ID may be missing: drafts have no sender, and `$select` leaves out the rest.
 */
export const messageShape = z.object({
	id: z.string(),
	conversationId: z.string().nullish(),
	internetMessageId: z.string().nullish(),
	receivedDateTime: z.string().nullish(),
	sentDateTime: z.string().nullish(),
	from: recipientShape,
	sender: recipientShape,
	toRecipients: recipientsShape,
	ccRecipients: recipientsShape,
	bccRecipients: recipientsShape,
	subject: z.string().nullish(),
	bodyPreview: z.string().nullish(),
	body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
	isRead: z.boolean().nullish(),
	isDraft: z.boolean().nullish(),
	flag: z.object({ flagStatus: z.string().nullish() }).nullish(),
	importance: z.string().nullish(),
	categories: z.array(z.string()).nullish(),
	parentFolderId: z.string().nullish(),
	hasAttachments: z.boolean().nullish(),
});
export type Message = z.infer<typeof messageShape>;

// Type aliases, not interfaces: n8n's `IDataObject` takes them as they are.
export type MailAddress = { address: string; name?: string };

export type SimplifiedMessage = {
	id: string;
	conversationId?: string;
	/** ISO 8601, UTC. */
	receivedDateTime?: string;
	from?: MailAddress;
	to: MailAddress[];
	cc: MailAddress[];
	subject: string;
	/** The first 255 characters of the body, as text. */
	preview: string;
	/** Left out where no body was asked for. */
	body?: string;
	/** True when `body` was cut; absent otherwise. */
	truncated?: boolean;
	/** Length of the whole body in characters; present when it was cut. */
	bodyLength?: number;
	isRead?: boolean;
	/** `notFlagged`, `flagged` or `complete`. */
	flag?: string;
	/** `low`, `normal` or `high`. */
	importance?: string;
	/** Names of the mail's categories. */
	labels: string[];
	/** ID of the folder the mail is in. */
	folder?: string;
	/** False also for a mail whose only attachments are inline. */
	hasAttachments?: boolean;
};

/** What the simplified output is made of, besides the body. */
export const SIMPLIFIED_FIELDS = [
	'id',
	'conversationId',
	'receivedDateTime',
	'from',
	'toRecipients',
	'ccRecipients',
	'subject',
	'bodyPreview',
	'isRead',
	'flag',
	'importance',
	'categories',
	'parentFolderId',
	'hasAttachments',
] as const;

/** The `$select` of a request whose answer `simplifyMessage` reads. */
export function simplifiedSelect(body: BodyFormat): string {
	return [...SIMPLIFIED_FIELDS, ...(body === 'none' ? [] : ['body'])].join(',');
}

/**
 * Entries for the `Prefer` header, so that Graph gives the body in this format.
 * @see https://learn.microsoft.com/graph/api/message-get
 */
export function bodyPreference(body: BodyFormat): string[] {
	return body === 'none' ? [] : [`outlook.body-content-type="${body}"`];
}

export interface SimplifyOptions {
	/** What the request asked for; `none` leaves the body out. */
	body: BodyFormat;
	/** In characters; unlimited when left out. */
	maxBodyLength?: number;
}

/** The flat, small form of a mail that both nodes put out with Simplify. */
export function simplifyMessage(
	message: Message,
	{ body, maxBodyLength }: SimplifyOptions,
): SimplifiedMessage {
	return {
		id: message.id,
		conversationId: message.conversationId ?? undefined,
		receivedDateTime: message.receivedDateTime ?? undefined,
		from: toAddress(message.from ?? message.sender),
		to: toAddresses(message.toRecipients),
		cc: toAddresses(message.ccRecipients),
		subject: message.subject ?? '',
		preview: message.bodyPreview ?? '',
		...(body === 'none' ? {} : cut(bodyOf(message, body), maxBodyLength)),
		isRead: message.isRead ?? undefined,
		flag: message.flag?.flagStatus ?? undefined,
		importance: message.importance ?? undefined,
		labels: message.categories ?? [],
		folder: message.parentFolderId ?? undefined,
		hasAttachments: message.hasAttachments ?? undefined,
	};
}

/** One entry of a mail's address fields; undefined when it has neither address nor name. */
export function toAddress(recipient: z.infer<typeof recipientShape>): MailAddress | undefined {
	const { address, name } = recipient?.emailAddress ?? {};
	if (!address && !name) return undefined;
	return { address: address ?? '', ...(name ? { name } : {}) };
}

/** The entries of an address field; empty ones are left out. */
export function toAddresses(recipients: z.infer<typeof recipientsShape>): MailAddress[] {
	return (recipients ?? []).flatMap((recipient) => toAddress(recipient) ?? []);
}

/** The body of a mail or an event in the wanted format; Graph is known not to honour the preference at times. */
export function bodyOf({ body }: Pick<Message, 'body'>, format: BodyFormat): string {
	const content = body?.content ?? '';
	const isHtml = body?.contentType?.toLowerCase() === 'html';
	return format === 'text' && isHtml ? htmlToText(content) : content;
}

/** A body of at most this many characters, with marks where it was cut. */
export function cut(content: string, maxLength = Infinity) {
	if (content.length <= maxLength) return { body: content };
	// Not between the two halves of a character outside the basic plane.
	const last = content.charCodeAt(maxLength - 1);
	const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
	return { body: content.slice(0, end), truncated: true, bodyLength: content.length };
}

import { z } from 'zod';
import { readHtml } from '../../shared/html/html';
import { withoutInvisible } from '../../shared/html/invisible';
import { createPauses } from '../../shared/http/pauses';
import type { ODataQuery } from '../graph/odata';
import type { SenderVerdict } from '../graph/senderVerified';
import { senderVerdict } from '../graph/senderVerified';
import { markHistory } from './history';

/** How a mail's body is wanted: plain text, the HTML as it is, or not at all. */
export type BodyFormat = 'text' | 'html' | 'none';

/** https://learn.microsoft.com/graph/api/resources/emailaddress */
export const emailAddressShape = z.object({
	name: z.string().nullish(),
	address: z.string().nullish(),
});

/** https://learn.microsoft.com/graph/api/resources/recipient */
const recipientShape = z.object({ emailAddress: emailAddressShape.nullish() }).nullish();

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

/** For `pick`: the lists of those to whom a mail goes. */
export const RECIPIENTS = { toRecipients: true, ccRecipients: true, bccRecipients: true } as const;

/** Whom a mail is from or goes to, as steps put it out. */
export const addressItem = z.object({ address: z.string(), name: z.string().optional() });
type MailAddress = z.infer<typeof addressItem>;

export const messageItem = z.object({
	subject: z.string(),
	from: addressItem.optional(),
	/** Whether it is from whom it says; left out where that is not asked for. */
	senderVerified: senderVerdict.optional(),
	to: z.array(addressItem),
	cc: z.array(addressItem),
	/** ISO 8601, UTC. */
	receivedDateTime: z.string().optional(),
	/** The first 255 characters of the body, as text; left out for language models that get a body. */
	preview: z.string().optional(),
	/** Left out where no body was asked for. */
	body: z.string().optional(),
	/** True when `body` was cut; absent otherwise. */
	truncated: z.boolean().optional(),
	/** Length of the whole body in characters; present when it was cut. */
	bodyLength: z.number().optional(),
	isRead: z.boolean().optional(),
	/** `notFlagged`, `flagged` or `complete`. */
	flag: z.string().optional(),
	/** `low`, `normal` or `high`. */
	importance: z.string().optional(),
	/** Names of the mail's categories. */
	labels: z.array(z.string()),
	/** Name of the folder the mail is in; left out by steps that do not read it. */
	folder: z.string().optional(),
	/** False also for a mail whose only attachments are inline. */
	hasAttachments: z.boolean().optional(),
	/** Only the mailbox that wrote the mail knows them; left out where there are none. */
	bcc: z.array(addressItem).optional(),
	/** ID of the folder; left out for language models. */
	folderId: z.string().optional(),
	conversationId: z.string().optional(),
	id: z.string(),
});

/** What the simplified output is made of, besides the body. */
export const SIMPLIFIED_FIELDS = [
	'id',
	'conversationId',
	'receivedDateTime',
	'from',
	'toRecipients',
	'ccRecipients',
	'bccRecipients',
	'subject',
	'bodyPreview',
	'isRead',
	'flag',
	'importance',
	'categories',
	'parentFolderId',
	'hasAttachments',
] as const;

/**
 * The `$select` of a request whose answer `simplifyMessage` reads.
 * @param known What need not be asked for.
 */
export function simplifiedSelect(body: BodyFormat, known: string[] = []): string {
	const names = [...SIMPLIFIED_FIELDS, ...(body === 'none' ? [] : ['body'])];
	return names.filter((name) => !known.includes(name)).join(',');
}

/** Mails in a page with bodies: Graph answers 504 to larger ones, and n8n does nothing else while it parses a page. */
export const PAGE_WITH_BODY = 25;

/** The largest page to ask for: `PAGE_WITH_BODY` where the query reads bodies. */
export function largestPage({ $select }: ODataQuery, withoutBody: number): number {
	const withBody = $select === undefined || String($select).split(',').includes('body');
	return withBody ? PAGE_WITH_BODY : withoutBody;
}

/**
 * Entries for the `Prefer` header. Graph is asked for HTML where text is wanted, too: text that Graph makes
 * no longer shows what people cannot see.
 * @see https://learn.microsoft.com/graph/api/message-get
 */
export function bodyPreference(body: BodyFormat): string[] {
	return body === 'none' ? [] : ['outlook.body-content-type="html"'];
}

export interface SimplifyOptions {
	/** The body in the wanted format; left out where none is shown. */
	content?: string;
	/** In characters; 0 for the whole body. */
	maxBodyLength?: number;
	/** Name of the folder the mail is in, which Graph does not tell with it. */
	folder?: string;
	/** What its headers say of the sender, where they were read. */
	senderVerified?: SenderVerdict;
}

/** The flat, small form of a mail that both nodes put out with Simplify. */
export function simplifyMessage(
	message: Message,
	{ content, maxBodyLength, folder, senderVerified }: SimplifyOptions = {},
): z.infer<typeof messageItem> {
	const bcc = toAddresses(message.bccRecipients);
	return {
		subject: message.subject ?? '',
		from: toAddress(message.from ?? message.sender),
		...(senderVerified ? { senderVerified } : {}),
		to: toAddresses(message.toRecipients),
		cc: toAddresses(message.ccRecipients),
		...(bcc.length > 0 ? { bcc } : {}),
		receivedDateTime: message.receivedDateTime ?? undefined,
		preview: message.bodyPreview ?? '',
		...(content === undefined ? {} : cut(content, maxBodyLength)),
		isRead: message.isRead ?? undefined,
		flag: message.flag?.flagStatus ?? undefined,
		importance: message.importance ?? undefined,
		labels: message.categories ?? [],
		folder,
		hasAttachments: message.hasAttachments ?? undefined,
		folderId: message.parentFolderId ?? undefined,
		conversationId: message.conversationId ?? undefined,
		id: message.id,
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

/**
 * The body of a mail or an event in the wanted format; Graph is known not to honour the preference at
 * times. As text it is what people see: hidden text and characters are left out, quoted lines begin
 * with `>`, and a signature with a line `--`.
 * @param pause Made by `createPauses`: a long text takes a while.
 * @param upTo About how many characters of text are wanted.
 */
export async function bodyOf(
	{ body }: Pick<Message, 'body'>,
	format: BodyFormat,
	pause = createPauses(),
	upTo = Infinity,
): Promise<string> {
	const content = body?.content ?? '';
	if (format !== 'text') return content;
	await pause();
	const isHtml = body?.contentType?.toLowerCase() === 'html';
	const text = isHtml
		? await readHtml(content, pause, { marked: true, upTo })
		: withoutInvisible(content);
	return await markHistory(text, pause);
}

/** The mail with the text of its body in place of HTML; to call `bodyOf` on that again costs next to nothing. */
export async function withTextBody(
	message: Message,
	pause: () => Promise<void>,
	upTo?: number,
): Promise<Message> {
	const content = await bodyOf(message, 'text', pause, upTo);
	return { ...message, body: { contentType: 'text', content } };
}

/** A body of at most this many characters, with marks where it was cut; the whole body for 0. */
export function cut(content: string, maxLength = 0) {
	if (maxLength === 0 || content.length <= maxLength) return { body: content };
	// Not between the two halves of a character outside the basic plane.
	const last = content.charCodeAt(maxLength - 1);
	const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
	return { body: content.slice(0, end), truncated: true, bodyLength: content.length };
}

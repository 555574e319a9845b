import { readHtml } from '../../../shared/html/html';
import type { Attachment } from '../../attachments/attachment';
import { isInText, kindOf } from '../../attachments/attachment';
import type { Message } from '../../email/message';
import { toAddress, toAddresses } from '../../email/message';
import type { RawMessage } from '../../email/messageOutput';
import type { FilterableMail, MailPart } from '../../filter/mail';

/** The properties of Graph's message from which each part of a filterable mail is made. */
export const SOURCES: Record<MailPart, string[]> = {
	subject: ['subject'],
	body: ['body'],
	from: ['from'],
	sender: ['sender'],
	to: ['toRecipients'],
	cc: ['ccRecipients'],
	bcc: ['bccRecipients'],
	attachments: [],
	hasAttachments: ['hasAttachments'],
	importance: ['importance'],
	// Graph tells the type of a mail unasked.
	isMeeting: [],
	receivedDateTime: ['receivedDateTime'],
	sentDateTime: ['sentDateTime'],
	size: ['subject', 'body'],
};

/** Graph's types of the mails that meetings make (fact: search-kind-meetings). */
const OF_MEETINGS = /\.eventMessage(?:Request|Response)?$/;

/**
 * A mail as the search filter looks at it.
 * @param body Its text, where the filter looks at it.
 */
export function toFilterable(
	{ raw, message }: RawMessage,
	attachments: Attachment[] | undefined,
	body: string,
): FilterableMail {
	const { importance } = message;
	return {
		subject: message.subject ?? '',
		body,
		from: toAddress(message.from),
		sender: toAddress(message.sender),
		to: toAddresses(message.toRecipients),
		cc: toAddresses(message.ccRecipients),
		bcc: toAddresses(message.bccRecipients),
		attachments: (attachments ?? []).map(({ name }) => name ?? ''),
		// Microsoft does not count files that a mail program shows below the text (fact: inline-files).
		hasAttachments:
			message.hasAttachments === true || (attachments ?? []).some((file) => !isInText(file)),
		importance: importance === 'low' || importance === 'high' ? importance : 'normal',
		isMeeting: OF_MEETINGS.test(String(raw['@odata.type'])),
		receivedDateTime: message.receivedDateTime ?? '',
		sentDateTime: message.sentDateTime ?? undefined,
		size: sizeOf(message, attachments),
	};
}

/** The text of a mail as people see it, without markup. */
export async function plainBody({ body }: Message, pause: () => Promise<void>): Promise<string> {
	const content = body?.content ?? '';
	await pause();
	return body?.contentType?.toLowerCase() === 'html' ? await readHtml(content, pause) : content;
}

/**
 * What the parts of a mail add up to, in bytes: Graph does not tell the size of the whole, which is
 * larger by the headers.
 */
function sizeOf({ subject, body }: Message, attachments: Attachment[] = []): number {
	return attachments
		.filter((attachment) => kindOf(attachment) !== 'reference')
		.reduce(
			(sum, { size }) => sum + (size ?? 0),
			Buffer.byteLength(subject ?? '') + Buffer.byteLength(body?.content ?? ''),
		);
}

import { z } from 'zod';
import { readWhole } from '../../shared/http/download';
import type { ByteStream } from '../../shared/http/request';
import { lenient } from '../../shared/provider/understand';
import { cleanFileName, subjectFileName } from '../../shared/text/fileName';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** The bytes of an attachment, read only when they are asked for. */
export interface AttachmentBytes {
	/** In bytes. */
	size: number;
	read(): Promise<Buffer>;
	/** Piece by piece, of about this size in bytes; each call begins anew. */
	pieces(size: number): AsyncIterable<Buffer>;
	/** Its name and type, where these are known only once it is opened. */
	file?: Pick<AttachmentSource, 'name' | 'contentType'>;
}

/** Something to attach, not yet read. */
export interface AttachmentSource {
	name: string;
	contentType: string;
	/** In bytes; of an attachment of another mail what Exchange stores, which is a little more. */
	size: number;
	/** Set where the text shows the attachment itself. */
	contentId?: string;
	open(): Promise<AttachmentBytes>;
}

/** https://learn.microsoft.com/graph/api/resources/attachment */
export const attachmentShape = z.object({
	'@odata.type': z.string().default('#microsoft.graph.fileAttachment'),
	id: z.string(),
	name: z.string().nullish(),
	contentType: z.string().nullish(),
	size: z.coerce.number().nonnegative().nullish(),
	isInline: z.boolean().nullish(),
});
export type Attachment = z.infer<typeof attachmentShape>;

/** The content is left out: it comes in full for every file otherwise. */
const WITHOUT_CONTENT = { $select: 'id,name,contentType,size,isInline' };

/**
 * For `$expand` of a mail: its attachments in the same answer, without their content
 * (https://github.com/microsoftgraph/msgraph-sdk-dotnet-core/issues/437).
 */
export const WITH_ATTACHMENTS = `attachments($select=${WITHOUT_CONTENT.$select})`;

/** The attachments of a mail, without their content. */
export async function readAttachments(graph: GraphClient, messageId: string) {
	return await graph.list(mailPath`/messages/${messageId}/attachments`, attachmentShape, {
		query: WITHOUT_CONTENT,
	});
}

/** One attachment, without its content. */
export async function readAttachment(
	graph: GraphClient,
	messageId: string,
	attachmentId: string,
): Promise<Attachment> {
	return await graph.get(attachmentPath(messageId, attachmentId), lenient(attachmentShape), {
		query: WITHOUT_CONTENT,
	});
}

/** The path of an attachment; with `/$value` behind it, of its bytes. */
export function attachmentPath(messageId: string, attachmentId: string): string {
	return mailPath`/messages/${messageId}/attachments/${attachmentId}`;
}

/** `file`, `item` (a mail, event or contact) or `reference` (a link into the cloud). */
export function kindOf(attachment: Attachment): 'file' | 'item' | 'reference' {
	const type = attachment['@odata.type'].toLowerCase();
	if (type.includes('referenceattachment')) return 'reference';
	return type.includes('itemattachment') ? 'item' : 'file';
}

/** File names of pictures, also of Office, for attachments without a type that tells. */
const PICTURE = /\.(?:bmp|em[fz]|gif|jpe?g|mso|png|svg|tiff?|webp|wm[fz])$/i;

/**
 * Whether an attachment is an image inside the text. Others are marked as inline, too: links into the cloud (fact:
 * link-inline), and files that a program shows below the text (fact: inline-files).
 */
export function isInText(attachment: Attachment): boolean {
	const { isInline, name, contentType } = attachment;
	const isPicture = /^image\//i.test(contentType ?? '') || PICTURE.test(name ?? '');
	return isInline === true && isPicture && kindOf(attachment) === 'file';
}

/**
 * One attachment of a mail, or all of them: those inside the text too, where that is wanted.
 * @returns also whether only those were there, and are left out: they may be photos, which some programs send so
 * (fact: inline-files).
 */
export async function chooseAttachments(
	graph: GraphClient,
	messageId: string,
	attachmentId?: string,
	withInText = false,
): Promise<{ chosen: Attachment[]; onlyInText: boolean }> {
	if (attachmentId !== undefined) {
		return { chosen: [await readAttachment(graph, messageId, attachmentId)], onlyInText: false };
	}
	const all = await readAttachments(graph, messageId);
	const chosen = withInText ? all : all.filter((attachment) => !isInText(attachment));
	return { chosen, onlyInText: chosen.length === 0 && all.length > 0 };
}

/** The file endings of attached items by the type of their bytes (fact: attachment-value); any other is a mail. */
const ITEM_ENDINGS = new Map([
	['text/calendar', 'ics'],
	['text/vcard', 'vcf'],
]);
/** How the bytes of an attached item begin: RFC 5545, 3.4; RFC 2426, 2.1. */
const ITEM_BEGINNINGS = new Map([
	['BEGIN:VCALENDAR', 'text/calendar'],
	['BEGIN:VCARD', 'text/vcard'],
]);
/** In bytes; a choice. A larger item is not looked into, as that takes all of it into memory. */
const MAX_ITEM_SIZE = 1_000_000;

/**
 * The file that an attachment becomes: its name and type.
 * @param answered The type that Graph's answer names for the bytes. Nothing else tells what an item is: without it, it
 * counts as a mail, an `.eml`.
 */
export function fileOf(
	attachment: Attachment,
	answered = '',
): Pick<AttachmentSource, 'name'> & { contentType?: string } {
	const { name, contentType } = attachment;
	if (kindOf(attachment) !== 'item') {
		return { name: cleanFileName(name ?? '', 'attachment'), contentType: contentType ?? undefined };
	}
	const type = answered.replace(/;.*$/s, '').trim().toLowerCase();
	const ending = ITEM_ENDINGS.get(type);
	return {
		name: subjectFileName((name ?? '').replace(/\.eml$/i, ''), ending ?? 'eml'),
		contentType: ending ? type : 'message/rfc822',
	};
}

/**
 * An attachment's bytes, with the name and type of their file. Graph's answer may call the bytes of an item just text
 * (fact: attachment-value): then their beginning tells what they are.
 */
export async function fileIn(
	attachment: Attachment,
	bytes: ByteStream,
	headers: Record<string, string>,
): Promise<ReturnType<typeof fileOf> & { bytes: ByteStream | Buffer }> {
	const answered = fileOf(attachment, headers['content-type']);
	const isSmall = (attachment.size ?? Infinity) <= MAX_ITEM_SIZE;
	if (kindOf(attachment) !== 'item' || !isSmall) return { ...answered, bytes };
	const whole = await readWhole(bytes);
	const [begin = ''] = whole.toString('latin1', 0, 20).split(/[\r\n]/, 1);
	const type = ITEM_BEGINNINGS.get(begin.toUpperCase());
	return { ...(type ? fileOf(attachment, type) : answered), bytes: whole };
}

export const attachmentItem = z.object({
	name: z.string().optional(),
	kind: z.enum(['file', 'item', 'reference']),
	contentType: z.string().optional(),
	size: z.number().optional(),
	isInline: z.boolean(),
	messageId: z.string(),
	id: z.string(),
});

/** What steps say about an attachment; `size` is what Exchange stores, a little more than the file. */
export function toAttachmentJson(
	messageId: string,
	attachment: Attachment,
): z.infer<typeof attachmentItem> {
	return {
		id: attachment.id,
		name: attachment.name ?? undefined,
		kind: kindOf(attachment),
		contentType: attachment.contentType ?? undefined,
		size: attachment.size ?? undefined,
		isInline: attachment.isInline ?? false,
		messageId,
	};
}

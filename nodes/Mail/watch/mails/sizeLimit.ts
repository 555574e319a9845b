import type { IDataObject } from 'n8n-workflow';
import type { Attachment } from '../../attachments/attachment';
import { kindOf } from '../../attachments/attachment';
import type { Message } from '../../email/message';
import { simplifyMessage } from '../../email/message';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';

/**
 * How much more than the file itself Exchange may report as an attachment's size, in bytes: it adds
 * the attachment's properties, observed as some hundred bytes
 * (https://github.com/microsoftgraph/microsoft-graph-docs/issues/9796), more for long names.
 */
const LARGEST_OVERHEAD = 65_536;

/**
 * The first attachment that is larger than the limit. Inline ones count, links into the cloud do not. A file whose
 * reported size exceeds the limit by no more than the overhead is read and measured, and so is one without a size.
 * @param limit in bytes; exactly that much is allowed.
 */
export async function findTooLarge(
	graph: GraphClient,
	messageId: string,
	attachments: Attachment[],
	limit: number,
): Promise<Attachment | undefined> {
	for (const attachment of attachments) {
		const { size } = attachment;
		const kind = kindOf(attachment);
		if (kind === 'reference' || (size ?? Infinity) <= limit) continue;
		const isSure = size && (kind === 'item' || size > limit + LARGEST_OVERHEAD);
		if (isSure || (await isLonger(graph, messageId, attachment.id, limit))) return attachment;
	}
	return undefined;
}

async function isLonger(
	graph: GraphClient,
	messageId: string,
	attachmentId: string,
	limit: number,
): Promise<boolean> {
	const path = mailPath`/messages/${messageId}/attachments/${attachmentId}/$value`;
	return await graph.download(path, async (bytes) => {
		let length = 0;
		for await (const piece of bytes) {
			length += Buffer.byteLength(piece);
			if (length > limit) return true;
		}
		return false;
	});
}

/** The item for a mail that was skipped. */
export function skipNote(message: Message, { name, size }: Attachment, limit: number): IDataObject {
	const { id, receivedDateTime, from, subject, folderId } = simplifyMessage(message);
	return {
		subject,
		from,
		receivedDateTime,
		skipped: {
			reason: 'An attachment is larger than Maximum Attachment Size',
			attachment: { name: name ?? '', size: size ?? undefined },
			maximumSize: limit,
		},
		folderId,
		id,
	};
}

import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ProviderFailure } from '../../shared/failures';
import { recover } from '../../shared/failures';
import type { ByteStream } from '../../shared/http/request';
import type { Attachment } from '../attachments/attachment';
import { fileNameOf, kindOf } from '../attachments/attachment';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** What reading attachments takes. */
export interface AttachmentReader {
	graph: GraphClient;
	/** The API version that tells where a link into the cloud leads. */
	beta: GraphClient;
	/** Puts bytes into n8n's storage, as a stream. */
	store(bytes: ByteStream, name: string, mimeType?: string): Promise<IBinaryData>;
	/** Binary fields are named by it and a number. */
	prefix: string;
}

export interface StoredAttachments {
	/** One entry for each attachment, in the mail's order. */
	entries: IDataObject[];
	binary: IBinaryKeyData;
}

/** An attachment as the output describes it. */
export function describeAttachment(attachment: Attachment): IDataObject {
	const { id, name, contentType, size, isInline } = attachment;
	return {
		id,
		name: name ?? '',
		type: kindOf(attachment),
		contentType: contentType ?? undefined,
		size: size ?? undefined,
		isInline: isInline ?? false,
	};
}

/**
 * Reads the attachments of a mail into binary fields: files as they are, attached mails as `.eml`.
 * Of a file in the cloud only the link is told.
 * @param isLastAttempt an attachment that cannot be read is described by an error, not thrown.
 * @throws ProviderFailure when an attachment cannot be read, unless trying again is pointless.
 */
export async function storeAttachments(
	reader: AttachmentReader,
	messageId: string,
	attachments: Attachment[],
	isLastAttempt: boolean,
): Promise<StoredAttachments> {
	const stored = await Promise.all(
		attachments.map(async (attachment) => {
			if (kindOf(attachment) === 'reference') {
				return { link: await cloudLink(reader, messageId, attachment.id) };
			}
			return await storeFile(reader, messageId, attachment).then(
				(file) => ({ file }),
				recover(
					(failure) => isForGood(failure, isLastAttempt),
					({ message }) => ({ error: message }),
				),
			);
		}),
	);
	const binary: IBinaryKeyData = {};
	const entries = attachments.map((attachment, index): IDataObject => {
		const { file, ...rest } = { file: undefined, ...stored[index] };
		if (!file) return { ...describeAttachment(attachment), ...rest };
		const binaryField = `${reader.prefix}${Object.keys(binary).length}`;
		binary[binaryField] = file;
		return { ...describeAttachment(attachment), binaryField };
	});
	return { entries, binary };
}

async function storeFile(
	{ graph, store }: AttachmentReader,
	messageId: string,
	attachment: Attachment,
): Promise<IBinaryData> {
	const mimeType =
		kindOf(attachment) === 'item' ? 'message/rfc822' : (attachment.contentType ?? undefined);
	return await graph.download(
		mailPath`/messages/${messageId}/attachments/${attachment.id}/$value`,
		async (bytes) => await store(bytes, fileNameOf(attachment), mimeType),
	);
}

/** An attachment that is gone or refused stays so. */
function isForGood({ kind }: ProviderFailure, isLastAttempt: boolean): boolean {
	if (kind === 'rejected' || kind === 'notFound') return true;
	return isLastAttempt && kind !== 'auth' && kind !== 'throttled';
}

const reference = z.object({ sourceUrl: z.string().optional() });

/**
 * Where a file in the cloud lies. Only the beta version tells
 * (https://learn.microsoft.com/graph/api/resources/referenceattachment?view=graph-rest-beta), so
 * that nothing depends on it: the mail's text holds the link as well.
 */
async function cloudLink(
	{ beta }: AttachmentReader,
	messageId: string,
	attachmentId: string,
): Promise<string | undefined> {
	const path = mailPath`/messages/${messageId}/attachments/${attachmentId}`;
	const answer = await beta.get(path, reference).catch(
		recover(
			() => true,
			() => undefined,
		),
	);
	return answer?.sourceUrl;
}

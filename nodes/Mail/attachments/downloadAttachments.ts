import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';
import { rethrow, undefinedOn } from '../../shared/http/failures';
import type { BinaryFiles } from '../../shared/step/binary';
import type { GraphClient } from '../graph/types';
import type { Attachment } from './attachment';
import {
	attachmentItem,
	attachmentPath,
	fileIn,
	fileOf,
	kindOf,
	toAttachmentJson,
} from './attachment';
import { emailInsideNote, isPlaceholder, STILL_SCANNED } from './attachmentNotes';

/** An attachment that was read, as it is put out. */
export const downloadedItem = z
	.object({
		/** Where a link into the cloud leads. */
		link: z.string().optional(),
		/** Why there is no file, or what is in it. */
		note: z.string().optional(),
		/** Where the file is, if one item has several. */
		binaryField: z.string().optional(),
	})
	.merge(attachmentItem);

/** An attachment that was read; a link into the cloud has no file, nor has what is still scanned. */
interface DownloadedFile {
	json: z.infer<typeof downloadedItem>;
	file?: IBinaryData;
}

const linkShape = z.object({ sourceUrl: z.string().nullish() });

/**
 * Where a file in the cloud lies. Only the beta version tells (fact: attachment-link;
 * https://learn.microsoft.com/graph/api/resources/referenceattachment?view=graph-rest-beta), so
 * that nothing depends on it: the mail's text holds the link as well.
 */
export async function readCloudLink(
	graph: GraphClient,
	messageId: string,
	attachmentId: string,
): Promise<string | undefined> {
	const answer = await graph
		.forVersion('beta')
		.get(attachmentPath(messageId, attachmentId), linkShape)
		.catch(undefinedOn('any'));
	return answer?.sourceUrl ?? undefined;
}

/**
 * Reads attachments one after the other, streamed into n8n's storage.
 * @throws ProviderFailure, which of several says which one cannot be read.
 */
export async function downloadFiles(
	graph: GraphClient,
	files: BinaryFiles,
	messageId: string,
	attachments: Attachment[],
): Promise<DownloadedFile[]> {
	const downloaded: DownloadedFile[] = [];
	for (const attachment of attachments) {
		const which = `It is about "${fileOf(attachment).name}": to get the others, choose them one by one in Attachment ID.`;
		const file = await downloadOne(graph, files, messageId, attachment).catch(
			rethrow('any', (failure) => (attachments.length > 1 ? failure.withMore(which) : failure)),
		);
		downloaded.push(file);
	}
	return downloaded;
}

async function downloadOne(
	graph: GraphClient,
	files: BinaryFiles,
	messageId: string,
	attachment: Attachment,
): Promise<DownloadedFile> {
	const json = toAttachmentJson(messageId, attachment);
	if (isPlaceholder(attachment)) return { json: { ...json, note: STILL_SCANNED } };
	if (kindOf(attachment) === 'reference') {
		// Graph refuses to read the content of a link (405); only its other properties can be had.
		const link = await readCloudLink(graph, messageId, attachment.id);
		return { json: { ...json, ...(link ? { link } : {}), note: LINK_NOTE } };
	}
	const path = `${attachmentPath(messageId, attachment.id)}/$value`;
	const file = await graph.download(path, async (stream, headers) => {
		const { name, contentType, bytes } = await fileIn(attachment, stream, headers);
		return await files.store(bytes, name, contentType);
	});
	return { json: { ...json, ...emailInsideNote(attachment) }, file };
}

const LINK_NOTE = 'A link to a file in the cloud: the email holds no file.';

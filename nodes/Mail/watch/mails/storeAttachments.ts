import type { IBinaryData, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import { recover } from '../../../shared/http/failures';
import { cleanMediaType } from '../../../shared/text/fileName';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import type { Attachment } from '../../attachments/attachment';
import { fileIn, kindOf } from '../../attachments/attachment';
import { emailInsideNote, isPlaceholder, STILL_SCANNED } from '../../attachments/attachmentNotes';
import { readCloudLink } from '../../attachments/downloadAttachments';
import { mailPath } from '../../graph/paths';
import type { MailboxPoll } from './mailboxPoll';

interface StoredAttachments {
	/** One entry for each attachment, in the mail's order. */
	entries: IDataObject[];
	/** Left out where no file was read. */
	binary?: IBinaryKeyData;
}

/** An attachment as the output describes it. */
export function describeAttachment(attachment: Attachment): IDataObject {
	const { id, name, contentType, size, isInline } = attachment;
	return {
		name: name ?? '',
		type: kindOf(attachment),
		contentType: contentType ?? undefined,
		size: size ?? undefined,
		isInline: isInline ?? false,
		id,
	};
}

/**
 * Reads the attachments of a mail into binary fields: files as they are, items as `fileOf` says.
 * Of a file in the cloud only the link is told.
 * @param isLastAttempt an attachment that cannot be read is described by an error, not thrown.
 * @throws ProviderFailure when an attachment cannot be read, unless trying again is pointless.
 */
export async function storeAttachments(
	poll: MailboxPoll,
	messageId: string,
	attachments: Attachment[],
	isLastAttempt: boolean,
): Promise<StoredAttachments> {
	const stored = await Promise.all(
		attachments.map(async (attachment) => {
			if (isPlaceholder(attachment)) return { note: STILL_SCANNED };
			if (kindOf(attachment) === 'reference') {
				return { link: await readCloudLink(poll.graph, messageId, attachment.id) };
			}
			return await storeFile(poll, messageId, attachment).then(
				(file) => ({ file, ...emailInsideNote(attachment) }),
				recover(
					// A refusal stays. What is not found may only be moving with its mail (fact: error-codes).
					(failure) => failure.kind === 'rejected' || (isLastAttempt && isOfTheThing(failure)),
					({ message }) => ({ error: message }),
				),
			);
		}),
	);
	const { attachmentPrefix } = poll.settings.options;
	const binary: IBinaryKeyData = {};
	const entries = attachments.map((attachment, index): IDataObject => {
		const { file, ...rest } = { file: undefined, ...stored[index] };
		const { id, ...described } = describeAttachment(attachment);
		if (!file) return { ...described, ...rest, id };
		const binaryField = `${attachmentPrefix}${Object.keys(binary).length}`;
		binary[binaryField] = file;
		return { ...described, ...rest, binaryField, id };
	});
	return { entries, binary };
}

/** Splits attachments, so that each has its file in the first binary field; none or one stays as it is. */
export function eachApart(stored: StoredAttachments, prefix: string): StoredAttachments[] {
	if (stored.entries.length < 2) return [stored];
	return stored.entries.map((entry): StoredAttachments => {
		const file = stored.binary?.[String(entry.binaryField)];
		if (!file) return { entries: [entry] };
		const binaryField = `${prefix}0`;
		return { entries: [{ ...entry, binaryField }], binary: { [binaryField]: file } };
	});
}

/** Stores the file of an attachment, unless an earlier attempt at the mail stored it. */
async function storeFile(
	{ graph, files, context: { helpers } }: MailboxPoll,
	messageId: string,
	attachment: Attachment,
): Promise<IBinaryData> {
	const stored = files.get(messageId) ?? new Map<string, IBinaryData>();
	files.set(messageId, stored);
	const known = stored.get(attachment.id);
	if (known) return known;
	const file = await graph.download(
		mailPath`/messages/${messageId}/attachments/${attachment.id}/$value`,
		async (stream, headers) => {
			const { name, contentType, bytes } = await fileIn(attachment, stream, headers);
			return await helpers.prepareBinaryData(bytes, name, cleanMediaType(contentType));
		},
	);
	// Without an ID the bytes are in the object itself, and would fill the memory.
	if (file.id !== undefined) stored.set(attachment.id, file);
	return file;
}

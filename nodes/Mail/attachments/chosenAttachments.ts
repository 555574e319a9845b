import { readWhole } from '../../shared/http/download';
import { InvalidInput } from '../../shared/http/failures';
import type { BinaryFiles, GivenFile } from '../../shared/step/binary';
import type { GraphClient } from '../graph/types';
import type { Attachment, AttachmentBytes, AttachmentSource } from './attachment';
import { attachmentPath, chooseAttachments, fileIn, fileOf, kindOf } from './attachment';
import { isPlaceholder } from './attachmentNotes';

/** What a user chose to attach. */
interface AttachmentChoice {
	/** Files, or names of binary fields, or `all`. */
	attachments: Array<string | GivenFile>;
	otherAttachments: {
		fromEmails: Array<{ messageId: string; attachmentId?: string }>;
		inlineImages: Array<{ binaryField: string | GivenFile; contentId: string }>;
		textFiles: Array<{ fileName: string; content: string }>;
	};
}

/** The most of other emails that one email keeps in memory; more goes through n8n's storage. In bytes. */
const MAX_IN_MEMORY = 3_000_000;
/** The type of bytes of which nothing is known: RFC 2046, 4.5.1. */
const UNKNOWN_TYPE = 'application/octet-stream';
const IN_TEXT =
	'The email in From Another Email has only images inside the text, and none was attached. A person can choose one in Attachment ID.';

const NO_FILES =
	'The item has no files to attach, so that none was attached. Those of an earlier step are taken by an expression: {{ Object.values($("Name of the step").item.binary) }}';
const TWICE = 'The email would show only one of them: give each image a Content ID of its own.';

/**
 * Everything that was chosen, looked up but not yet read.
 * @throws InvalidInput when the item lacks a binary field, two images have one Content ID, or a cloud link or what is still
 * scanned was chosen.
 */
export async function findAttachments(
	context: { graph: GraphClient; files: BinaryFiles; tell(advice: string): void },
	{ attachments, otherAttachments }: AttachmentChoice,
): Promise<AttachmentSource[]> {
	const { files, graph, tell } = context;
	const { fromEmails, inlineImages, textFiles } = otherAttachments;
	const ids = inlineImages.map(({ contentId }) => contentId);
	const twice = ids.find((id, index) => ids.indexOf(id) < index);
	if (twice !== undefined) {
		throw new InvalidInput(`is "${twice}" for two images`, 'contentId', TWICE);
	}
	const inlineFields = inlineImages.map(({ binaryField }) => binaryField);
	const fields = attachments.flatMap((name) => {
		const isAll =
			typeof name === 'string' && name.toLowerCase() === 'all' && !files.fields().includes(name);
		return isAll ? files.fields().filter((field) => !inlineFields.includes(field)) : [name];
	});
	if (attachments.length > 0 && files.fields().length === 0) tell(NO_FILES);
	const [attached, shown, chosen] = await Promise.all([
		Promise.all([...new Set(fields)].map(async (field) => await fromField(files, field))),
		Promise.all(
			inlineImages.map(async ({ binaryField, contentId }) => ({
				...(await fromField(files, binaryField, 'binaryField')),
				contentId,
			})),
		),
		Promise.all(
			fromEmails.map(async ({ messageId, attachmentId }) => {
				const found = await chooseAttachments(graph, messageId, attachmentId);
				if (found.onlyInText) tell(IN_TEXT);
				return found.chosen.map((attachment) => ({ messageId, attachment }));
			}),
		),
	]);
	// Without a size it may be of any.
	const total = chosen
		.flat()
		.reduce((sum, { attachment: { size } }) => sum + (size ?? Infinity), 0);
	const taken = chosen.flat().map((one) => fromEmail(context, one, total > MAX_IN_MEMORY));
	return [...attached, ...shown, ...textFiles.map(fromText), ...taken];
}

/** @param named Stored name of the parameter that holds the name of the binary field, for the error. */
async function fromField(
	files: BinaryFiles,
	field: string | GivenFile,
	named = 'attachments',
): Promise<AttachmentSource> {
	const file = await files.file(field).catch((error: unknown) => {
		if (!(error instanceof InvalidInput)) throw error;
		throw new InvalidInput(error.message, named, error.hint);
	});
	return { name: file.name, contentType: file.mimeType, size: file.size, open: async () => file };
}

function fromText({ fileName, content }: { fileName: string; content: string }): AttachmentSource {
	const bytes = Buffer.from(content, 'utf8');
	return {
		name: fileName,
		contentType: 'text/plain; charset=utf-8',
		size: bytes.length,
		open: async () => inMemory(bytes),
	};
}

function fromEmail(
	{ graph, files }: { graph: GraphClient; files: BinaryFiles },
	{ messageId, attachment }: { messageId: string; attachment: Attachment },
	isStored: boolean,
): AttachmentSource {
	const fileAs = ({ name, contentType = UNKNOWN_TYPE } = fileOf(attachment)) => ({
		name,
		contentType,
	});
	if (isPlaceholder(attachment)) {
		throw new InvalidInput(
			`"${fileAs().name}" stands for a file that Microsoft still scans for malware`,
			'otherAttachments',
			'Run the step again in some minutes. To get the others, choose them one by one.',
		);
	}
	if (kindOf(attachment) === 'reference') {
		throw new InvalidInput(
			`"${fileAs().name}" is a link to a file in the cloud, not a file`,
			'otherAttachments',
			'Put the link into the message, or attach the file itself. To get the others, choose them one by one.',
		);
	}
	const path = `${attachmentPath(messageId, attachment.id)}/$value`;
	return {
		...fileAs(),
		size: attachment.size ?? Infinity,
		open: async () =>
			await graph.download(path, async (stream, headers): Promise<AttachmentBytes> => {
				const { bytes, ...found } = await fileIn(attachment, stream, headers);
				const file = fileAs(found);
				if (isStored) {
					const stored = await files.store(bytes, file.name, file.contentType);
					return { ...(await files.open(stored)), file };
				}
				return { ...inMemory(Buffer.isBuffer(bytes) ? bytes : await readWhole(bytes)), file };
			}),
	};
}

function inMemory(bytes: Buffer): AttachmentBytes {
	return {
		size: bytes.length,
		read: async () => bytes,
		async *pieces() {
			yield bytes;
		},
	};
}

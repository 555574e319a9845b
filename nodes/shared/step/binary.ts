import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { InvalidInput } from '../http/failures';
import type { ByteStream } from '../http/request';
import { cleanFileName, cleanMediaType } from '../text/fileName';

/** Most steps pass no files on, and an answer to a question has none. */
const NO_FILES =
	'The item has no binary data: let a step before it read the file. One of an earlier step is taken by an expression: {{ $("Name of the step").item.binary.data }}';

/** The binary data of one item, wherever n8n stores it. */
export type BinaryFiles = ReturnType<typeof createBinaryFiles>;

/**
 * The binary data of an input item. Bytes go through n8n's helpers only, so that every storage mode
 * (memory, file system, S3) works, and large files are streamed.
 */
export function createBinaryFiles(context: IExecuteFunctions, itemIndex: number) {
	const stored = () => heldFiles(context, itemIndex);
	return {
		fields: () => Object.keys(stored()),
		/**
		 * A file by the name of its field, or as an expression gives it.
		 * @throws InvalidInput when the item has no such binary field.
		 */
		async file(path: string | GivenFile) {
			if (typeof path !== 'string') return await describe(context, 'file', { data: '', ...path });
			const held = new Map(Object.entries(stored()));
			const field = held.has(path) ? path : path.replace(/^_files\./, '');
			const data = held.get(field);
			if (!data) {
				const existing = [...held.keys()];
				throw new InvalidInput(
					`There is no binary field "${field}" in this item`,
					undefined,
					existing.length > 0 ? `The item has: ${existing.join(', ')}` : NO_FILES,
				);
			}
			return await describe(context, field, data);
		},
		/** Stores bytes for an output item, under the name and type that are left when they are clean. */
		store: async (bytes: ByteStream | Buffer, name: string, mimeType?: string) =>
			await context.helpers.prepareBinaryData(bytes, cleanFileName(name), cleanMediaType(mimeType)),
		/** A file that was stored in this run. */
		open: async (data: IBinaryData) => await describe(context, data.fileName ?? '', data),
	};
}

/** A file that n8n stored, as it stands in the JSON of an item. What has bytes there and no ID was not stored. */
const heldFile = z.object({
	id: z.string().min(1),
	data: z.string(),
	mimeType: z.string(),
	fileName: z.string().optional(),
	fileExtension: z.string().optional(),
});

/**
 * A file as an expression gives it, of the item of any step: `{{ $('Download').item.binary.data }}`. Of `$binary` n8n
 * leaves out the bytes that it holds in memory.
 */
export const givenFile = heldFile
	.partial({ id: true, data: true })
	.refine(
		({ id, data }) => (id ?? data) !== undefined,
		'is a file without bytes: write the name of its field',
	);
export type GivenFile = z.output<typeof givenFile>;

/**
 * The files of an item. With the Execution Logic v2 of a workflow they are in its JSON: those that a node put out below
 * `_files`, those of a form beside it, several in a list. Older n8n has no such setting.
 */
function heldFiles(context: IExecuteFunctions, itemIndex: number): Record<string, IBinaryData> {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	const isCombined =
		'getWorkflowSettings' in context && context.getWorkflowSettings().binaryMode === 'combined';
	if (!isCombined) return binary;
	const { _files: files, ...others } = json;
	const held = Object.entries({ ...others, ...Object(files) }).flatMap(([name, value]) =>
		Array.isArray(value)
			? value.map((file: unknown, index) => [`${name}[${index}]`, file] as const)
			: [[name, value] as const],
	);
	const found = held.flatMap(([name, value]) => {
		const { data } = heldFile.safeParse(value);
		return data ? [[name, data] as const] : [];
	});
	return { ...Object.fromEntries(found), ...binary };
}

/** n8n's ending for bytes of an unknown kind, which says nothing of them. */
const ANY_ENDING = 'bin';

/**
 * The name of a file, with the ending that n8n knows where it has none: HTTP Request names a file after the last part
 * of its address (n8n-core, prepareBinaryData), and nobody could open a PDF called content.
 */
function nameOf({ fileName, fileExtension: ending = '' }: IBinaryData, unnamed: string): string {
	const name = fileName || unnamed;
	const hasEnding = /\.[^.\s]+$/.test(name) || (fileName && ending === ANY_ENDING);
	return hasEnding ? name : [name, ending].filter(Boolean).join('.');
}

/** A file of an input item, not yet read. */
async function describe(context: IExecuteFunctions, unnamed: string, data: IBinaryData) {
	const { id = '' } = data;
	const name = nameOf(data, unnamed);
	// n8n's own message names its storage and the request there, and not the file.
	const refuse = (): never => {
		throw new InvalidInput(
			`n8n cannot read the file "${name}" from its storage`,
			undefined,
			'n8n deletes files with the execution that stored them: run the step that makes the file again.',
		);
	};
	const open = async (pieceSize?: number) =>
		await context.helpers.getBinaryStream(id, pieceSize).catch(refuse);
	const read = async () =>
		id ? await context.helpers.binaryToBuffer(await open()) : Buffer.from(data.data, 'base64');
	const size = id
		? (await context.helpers.getBinaryMetadata(id).catch(refuse)).fileSize
		: Buffer.byteLength(data.data, 'base64');
	return {
		name,
		mimeType: data.mimeType || 'application/octet-stream',
		/** In bytes. */
		size,
		/**
		 * The bytes piece by piece, the next one read while one is used; each call begins anew.
		 * @param pieceSize How much is read at once, in bytes: as much as is used at once.
		 */
		async *pieces(pieceSize: number): AsyncIterable<Buffer> {
			if (!id) return yield await read();
			for await (const piece of await open(pieceSize)) {
				yield Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
			}
		},
		/** All bytes at once: for small files only. */
		read,
	};
}

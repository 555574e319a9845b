import { z } from 'zod';
import { InvalidInput, ProviderFailure } from '../../shared/http/failures';
import type { ByteStream } from '../../shared/http/request';
import { cleanFileName, cleanMediaType } from '../../shared/text/fileName';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import type { AnsweredPage } from './answers';

/**
 * The files of a request, in the order of its pages.
 * @param readings The ways to read the user's text as names or IDs of fields; an empty list stands for all fields.
 * @throws InvalidInput when in each reading a name or ID has no field in the request.
 */
export function filesOf(pages: AnsweredPage[], readings: string[][]) {
	const fields = pages.flatMap((page) =>
		page.sections.flatMap((section) => section.fields.map((field) => ({ page, section, field }))),
	);
	const isWanted = (name: string, { field }: (typeof fields)[number]) =>
		field.id === name || isSameText(field.name, name);
	const wanted = readings.find((names) =>
		names.every((name) => fields.some((placed) => isWanted(name, placed))),
	);
	if (!wanted) {
		throw new InvalidInput(
			'the request has no such field',
			'fields',
			'Get Answers returns the names and IDs of all fields.',
		);
	}
	return fields
		.filter((placed) => wanted.length === 0 || wanted.some((name) => isWanted(name, placed)))
		.flatMap(({ page, section, field }) =>
			field.files.map((file) => ({
				file,
				place: {
					page: page.name,
					section: section.name,
					field_id: field.id,
					field: field.name,
				},
			})),
		);
}

/** What is put out of a stored file, in front of IDs. */
export const placedFileKeys = {
	page: z.string(),
	section: z.string(),
	field: z.string(),
	file_name: z.string(),
	size: z.number().optional(),
};

/** A file that a client uploaded, and where in the request it lies. */
type PlacedFile = ReturnType<typeof filesOf>[number];

/**
 * Has n8n keep a file, under a name that a file can have.
 * @returns what is put out of it, and what n8n made of it.
 * @throws ProviderFailure where nothing tells where it is.
 */
export async function storeFile<Stored>(
	api: Pick<CollectionClient, 'download'>,
	{ file, place }: PlacedFile,
	store: (bytes: ByteStream, name: string, mimeType?: string) => Promise<Stored>,
) {
	const name = cleanFileName(file.name);
	if (file.url === undefined) {
		throw new ProviderFailure('rejected', `Content Snare gives no address for "${name}"`, {
			hint: 'Open the request in Content Snare to see the file.',
		});
	}
	const stored = await api.download(
		file.url,
		async (bytes, headers) => await store(bytes, name, mimeTypeOf(headers)),
	);
	return { json: { ...place, file_name: name, size: file.size }, stored };
}

/** The type a server names, unless it names none in particular: n8n then tells by the name. */
export function mimeTypeOf(headers: Record<string, string>): string | undefined {
	const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
	return !type || type === 'application/octet-stream' ? undefined : cleanMediaType(type);
}

import { z } from 'zod';
import { ProviderFailure } from '../../../shared/http/failures';
import { together } from '../../../shared/provider/together';
import { binaryField } from '../../../shared/step/binaryField';
import { list } from '../../../shared/step/fieldKinds';
import { mustBe, textList } from '../../../shared/step/inputSchemas';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { filesOf, placedFileKeys, storeFile } from '../../requests/answeredFiles';
import { readAnswers } from '../../requests/answers';

/** In which ways names can be meant, the first one first: a name may hold a comma itself. */
const fieldNames = z.union(
	[
		z.string().transform((whole) => [[whole], textList.safeParse(whole).data ?? [whole]]),
		textList.transform((names) => [names]),
	],
	mustBe('text, or a list of texts'),
);

export const downloadFiles = defineCollectionOperation({
	label: 'Download Files',
	action: 'Download the files of a request',
	summary: 'Get all uploaded files as binary data',
	returns: 'one item for each file, with page, section and field',
	toolText:
		'The files go on in the workflow; you read their names only. Get Answers lists them too.',
	permission: ['read_requests'],
	effects: [],
	output: z.object({ ...placedFileKeys, request_id: z.string(), field_id: z.string() }),
	fields: [
		request,
		list(
			'fields',
			'Fields',
			'Names or IDs of the fields whose files to download, comma-separated. Leave empty for the files of all fields.',
			{ placeholder: 'e.g. Logo, Bank statement', input: fieldNames, byModel: true, narrows: true },
		),
		binaryField,
	],
	async run({ request: id, fields, binaryField }, { api, files }) {
		const { request: read, pages } = await readAnswers(api, id, { includeInternal: true });
		return await together(
			filesOf(pages, fields).map(async (placed) => {
				const where = `It was uploaded to "${placed.place.field}": to get the others, name their fields in Fields.`;
				const { json, stored } = await storeFile(api, placed, files.store).catch(
					(error: unknown) => {
						throw error instanceof ProviderFailure ? error.withMore(where) : error;
					},
				);
				return { json: { request_id: read.id, ...json }, binary: { [binaryField]: stored } };
			}),
		);
	},
});

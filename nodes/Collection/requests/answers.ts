import { z } from 'zod';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { RequestRecord } from '../api/records';
import { listOf, namedShape, recordId, requestShape, text } from '../api/records';

// How answers of each type are written is not documented in full: one that is written differently must
// not cost all others. Only IDs are relied upon.
const mark = z.boolean().nullish().catch(undefined);

const attachment = z.object({
	filename: text,
	byte_size: z.number().nullish().catch(undefined),
	url: text,
});

const answer = z.object({
	link: text,
	attachment: attachment.nullish().catch(undefined),
	row: listOf(z.object({ field_column_id: recordId, text })),
	rejection_comment: text,
});

const field = z.object({
	id: recordId,
	name: text,
	reference_id: text,
	type: text,
	status: text,
	required: mark,
	internal: mark,
	instruction_text: text,
	show_instruction: mark,
	values: z.array(z.unknown()).nullish().catch(undefined),
	values_flat: text,
	answers: z.array(answer).nullish(),
	field_columns: listOf(z.object({ id: recordId, name: text })),
	rejection_message: z.object({ text }).nullish().catch(undefined),
});
type Field = z.output<typeof field>;

const section = z
	.object({ id: recordId, name: text, fields: z.array(field.transform(toField)).nullish() })
	.transform(({ id, name, fields }) => ({ id, name: name ?? '', fields: fields ?? [] }));

const page = z
	.object({
		id: recordId,
		name: text,
		// Whether the API calls the page so, where it says it.
		is_done: mark,
		is_approved: mark,
		sections: z.array(section).nullish(),
	})
	.transform(({ name, sections, ...read }) => ({
		...read,
		name: name ?? '',
		sections: sections ?? [],
	}));

/** A request as reading it alone gives it: with the IDs of its pages. */
export const requestWithPages = requestShape.extend({
	pages: z
		.array(namedShape)
		.nullish()
		.transform((pages) => pages ?? []),
});

/** One field and what the client answered, under the names of what is put out. */
export type AnsweredField = ReturnType<typeof toField>;
export type AnsweredPage = z.output<typeof page>;

/**
 * A request with all its pages, fields and answers. The API gives answers page by page only: one
 * read for the request and one for each page.
 */
export async function readAnswers(
	api: CollectionClient,
	requestId: string,
	options: { includeInternal: boolean },
): Promise<{ request: RequestRecord; pages: AnsweredPage[] }> {
	const { pages, ...request } = await api.get(
		collectionPath`/requests/${requestId}`,
		requestWithPages,
	);
	return { request, pages: await readPages(api, pages, options) };
}

/** Pages with their sections, fields and answers, one read for each. */
export async function readPages(
	api: CollectionClient,
	pages: Array<{ id: string }>,
	{ includeInternal }: { includeInternal: boolean },
): Promise<AnsweredPage[]> {
	const query = includeInternal ? { include_internal_fields: true } : {};
	return await Promise.all(
		pages.map(async ({ id }) => await api.get(collectionPath`/pages/${id}`, page, query)),
	);
}

function toField(read: Field) {
	const answers = read.answers ?? [];
	const rows = toRows(read);
	const files = answers.flatMap(({ attachment: file }) => {
		if (!file?.filename && !file?.url) return [];
		const { filename, byte_size: bytes, url } = file;
		return [{ name: filename || 'file', size: bytes ?? undefined, url: url || undefined }];
	});
	// The values of a table may be the address of an export (fact: table-values), and those of files are their addresses
	// (fact: file-values). These may open without a sign-in.
	const isTable = answers.some(({ row }) => row?.[0]);
	const shown = isTable ? [inWords(rows)] : files.map(({ name }) => name);
	const hasAddress = isTable || files.length > 0;
	// A field without an answer has an empty one (fact: no-answer).
	const values = (hasAddress ? shown : (read.values ?? [])).filter(
		(one) => one !== '' && one !== null,
	);
	// The flat value may be null, by the vendor's description.
	const given = hasAddress ? '' : read.values_flat;
	const flat = given || values.flatMap((one) => text.parse(one) ?? []).join(', ');
	return {
		id: read.id,
		name: read.name ?? '',
		// The same for all copies of the field, but not unique in a request: sections repeat.
		reference_id: read.reference_id ?? undefined,
		type: read.type ?? undefined,
		// `todo`, `done` (handed in), `redo` (rejected) or `approved`.
		status: read.status ?? undefined,
		// Whether the client has to fill it in, and whether only the team sees it; both are set where it is so.
		required: read.required || undefined,
		internal: read.internal || undefined,
		// What the client is told to fill in.
		instruction_text: (read.show_instruction !== false && read.instruction_text) || undefined,
		// All answers as one text.
		value: flat || undefined,
		// The answers one by one, where there are several, or no text of them.
		values: values.length > (flat === '' ? 0 : 1) ? values : undefined,
		// By column name.
		rows: rows.length > 0 ? rows : undefined,
		links: answers.flatMap(({ link }) => (link ? [link] : [])),
		files,
		rejection_comment:
			read.rejection_message?.text ??
			answers.find(({ rejection_comment: comment }) => comment)?.rejection_comment ??
			undefined,
	};
}

/** The rows of a table in one line. */
function inWords(rows: Array<Record<string, string>>): string {
	return rows.map((row) => Object.values(row).filter(Boolean).join(', ')).join('; ');
}

/** A table's rows but for the empty ones. */
function toRows({ answers, field_columns: columns }: Field): Array<Record<string, string>> {
	const names = columnNames(columns ?? []);
	return (answers ?? []).flatMap(({ row }) => {
		if (!row?.some(({ text: said }) => said)) return [];
		const cells = row.map((cell): [string, string] => [
			names.get(cell.field_column_id) ?? cell.field_column_id,
			cell.text ?? '',
		]);
		return [Object.fromEntries(cells)];
	});
}

/** The key of each column in a row, by the column's ID. A second column of the same name gets a number behind it. */
function columnNames(columns: NonNullable<Field['field_columns']>): Map<string, string> {
	const taken = new Set(columns.map(({ id, name }) => name || id));
	const counts = new Map<string, number>();
	const names = new Map<string, string>();
	for (const { id, name } of columns) {
		const plain = name || id;
		let count = (counts.get(plain) ?? 0) + 1;
		while (count > 1 && taken.has(`${plain} ${count}`)) count++;
		counts.set(plain, count);
		names.set(id, count > 1 ? `${plain} ${count}` : plain);
	}
	return names;
}

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { AnsweredField, AnsweredPage } from './answers';
import { present, requestItem } from './items';
import type { RequestRecord } from './records';

const text = z.string();

/** What is put out about a field, beside its ID and name. */
const fieldItem = z
	.object({
		reference_id: text,
		type: text,
		status: text,
		required: z.boolean(),
		internal: z.boolean(),
		value: text,
		values: z.array(z.unknown()),
		rows: z.array(z.record(text)),
		links: z.array(text),
		files: z.array(z.object({ name: text, size: z.number().optional(), url: text })),
		rejection_comment: text,
	})
	.partial();

const answeredSection = z.object({
	id: text,
	name: text,
	fields: z.array(fieldItem.extend({ id: text, name: text })),
});

/** A request as `presentRequest` puts it out. */
export const answeredRequest = requestItem.extend({
	pages: z.array(z.object({ id: text, name: text, sections: z.array(answeredSection) })),
});

/** A field as `presentField` puts it out. */
export const answeredField = fieldItem.extend({
	request_id: text,
	request: text.optional(),
	page_id: text,
	page: text,
	section_id: text,
	section: text,
	field_id: text,
	field: text,
});

/** Where a field stands. */
interface Place {
	request: RequestRecord;
	page: { id: string; name: string };
	section: { id: string; name: string };
}

export function isAnswered({ value, rows, files, links }: AnsweredField): boolean {
	return value !== undefined || rows !== undefined || files.length > 0 || links.length > 0;
}

/** One field as an item of its own, with the names and IDs of what it is in. */
export function presentField(field: AnsweredField, { request, page, section }: Place): IDataObject {
	return {
		request_id: request.id,
		...(request.name ? { request: request.name } : {}),
		page_id: page.id,
		page: page.name,
		section_id: section.id,
		section: section.name,
		...fieldKeys(field, 'field_id', 'field'),
	};
}

/** A request with its pages, sections and fields, the request's own details first. */
export function presentRequest(
	request: RequestRecord,
	pages: AnsweredPage[],
	{ answeredOnly }: { answeredOnly: boolean },
): IDataObject {
	return {
		...present(request),
		pages: pages.map(({ id, name, sections }) => ({
			id,
			name,
			sections: sections.map((section) => ({
				id: section.id,
				name: section.name,
				fields: section.fields
					.filter((field) => !answeredOnly || isAnswered(field))
					.map((field) => fieldKeys(field, 'id', 'name')),
			})),
		})),
	};
}

/** What is known about a field, without what has no value. */
function fieldKeys(field: AnsweredField, idKey: string, nameKey: string): IDataObject {
	const { files, links } = field;
	return present({
		[idKey]: field.id,
		[nameKey]: field.name,
		reference_id: field.referenceId,
		type: field.type,
		status: field.status,
		required: field.required || undefined,
		internal: field.internal || undefined,
		value: field.value,
		values: field.values,
		rows: field.rows,
		links: links.length > 0 ? links : undefined,
		files: files.length > 0 ? files : undefined,
		rejection_comment: field.rejectionComment,
	});
}

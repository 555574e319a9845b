import type { IDataObject } from 'n8n-workflow';
import type { AnsweredField, AnsweredPage } from './answers';
import type { RequestRecord } from './records';
import { present } from './records';

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

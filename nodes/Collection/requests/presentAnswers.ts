import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { readHtml } from '../../shared/html/html';
import { createPauses } from '../../shared/http/pauses';
import { MODEL_LENGTH } from '../../shared/step/notices';
import { present, requestItem } from '../api/items';
import type { RequestRecord } from '../api/records';
import type { AnsweredField, AnsweredPage } from './answers';

const text = z.string();

/** What is put out about a field, beside its names and IDs. */
const fieldKeys = {
	type: text.optional(),
	status: text.optional(),
	required: z.boolean().optional(),
	internal: z.boolean().optional(),
	instruction_text: text.optional(),
	value: text.optional(),
	values: z.array(z.unknown()).optional(),
	rows: z.array(z.record(text)).optional(),
	links: z.array(text).optional(),
	files: z
		.array(z.object({ name: text, size: z.number().optional(), url: text.optional() }))
		.optional(),
	rejection_comment: text.optional(),
};

const answeredSection = z.object({
	name: text,
	fields: z.array(z.object({ name: text, ...fieldKeys, reference_id: text.optional(), id: text })),
	id: text,
});

/** A request as `presentRequest` puts it out. */
export const answeredRequest = requestItem.extend({
	pages: z.array(
		z.object({
			name: text,
			is_done: z.boolean().optional(),
			is_approved: z.boolean().optional(),
			sections: z.array(answeredSection),
			id: text,
		}),
	),
});

/** A field as `presentField` puts it out. */
export const answeredField = z.object({
	request: text.optional(),
	page: text,
	section: text,
	field: text,
	...fieldKeys,
	reference_id: text.optional(),
	request_id: text,
	page_id: text,
	section_id: text,
	field_id: text,
});

/** Where a field stands. */
interface Place {
	request: RequestRecord;
	page: { id: string; name: string };
	section: { id: string; name: string };
}

export function isAnswered({ value, values, rows, files, links }: AnsweredField): boolean {
	return [value, values, rows, files[0], links[0]].some((part) => part !== undefined);
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
		...presentKeys(field, 'field_id', 'field'),
	};
}

/** Formatted text: its answers are HTML, which may hide some of what a client wrote (fact: field-types). */
const FORMATTED = 'wysiwyg';

/** As many names as a model is told of what is left out. */
const MOST_NAMED = 10;

const fieldsOf = (pages: AnsweredPage[]) =>
	pages.flatMap(({ sections }) => sections.flatMap((section) => section.fields));

/**
 * Leaves out the answers that do not fit into what a language model reads: a client may write more.
 * @returns what it is told of them; undefined where all fit.
 */
export function leaveOutLong(pages: AnsweredPage[]): string | undefined {
	let room = MODEL_LENGTH;
	const leftOut: string[] = [];
	for (const field of fieldsOf(pages).filter(isAnswered)) {
		const { value, values, rows, links, files } = field;
		const { length } = JSON.stringify([value, values, rows, links, files]);
		if (length <= room) {
			room -= length;
			continue;
		}
		leftOut.push(field.name);
		const nothing = { value: undefined, values: undefined, rows: undefined };
		Object.assign(field, { ...nothing, links: [], files: [] });
	}
	if (leftOut.length === 0) return undefined;
	const others = leftOut.splice(MOST_NAMED).length;
	const names = [...leftOut, ...(others > 0 ? [`${others} more`] : [])].join(', ');
	return `Answers are left out, as they are too long: ${names}. A person can read them in Content Snare.`;
}

/** Replaces the HTML of formatted answers by the text that people see of it. */
export async function showFormatted(pages: AnsweredPage[]): Promise<void> {
	const pause = createPauses();
	for (const field of fieldsOf(pages).filter(({ type }) => type === FORMATTED)) {
		const { value, values = [value] } = field;
		const texts = values.filter((given) => typeof given === 'string');
		const read = await Promise.all(
			texts.map(async (html) => await readHtml(html, pause, { marked: true })),
		);
		field.value = read.join(', ') || undefined;
		field.values = read.length > 1 ? read : undefined;
	}
}

/** A request with its pages, sections and fields, the request's own details first. */
export function presentRequest(
	request: RequestRecord,
	pages: AnsweredPage[],
	{ answeredOnly }: { answeredOnly: boolean },
): IDataObject {
	return {
		...present(request),
		pages: pages.map(({ sections, ...page }) => ({
			...present(page),
			sections: sections.map((section) => ({
				id: section.id,
				name: section.name,
				fields: section.fields
					.filter((field) => !answeredOnly || isAnswered(field))
					.map((field) => presentKeys(field, 'id', 'name')),
			})),
		})),
	};
}

/** The keys of a field that have a value, its ID and name under the given keys. */
function presentKeys(field: AnsweredField, idKey: string, nameKey: string): IDataObject {
	const { id, name, links, files, ...known } = field;
	return present({
		[idKey]: id,
		[nameKey]: name,
		...known,
		links: links.length > 0 ? links : undefined,
		files: files.length > 0 ? files : undefined,
	});
}

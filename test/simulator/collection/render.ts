import type { JsonObject } from '../exchange';
import type { SimClient, SimField, SimPage, SimRequest, SimSection } from './model';
import type { CollectionWorld } from './world';

function renderRequestClient(client: SimClient): JsonObject {
	return {
		id: client.id,
		email: client.email,
		full_name: client.full_name,
		phone: client.phone,
		company_name: client.client_companies[0]?.name ?? null,
		avatar: client.avatar,
		url: `https://app.contentsnare.com/clients/${client.id}`,
	};
}

function counts(fields: SimField[]): JsonObject {
	const count = (status: SimField['status']): number =>
		fields.filter((field) => field.status === status).length;
	return {
		fields_count: fields.length,
		done_fields_count: count('done'),
		approved_fields_count: count('approved'),
		redo_fields_count: count('redo'),
	};
}

function isDone(field: SimField): boolean {
	return field.status === 'done' || field.status === 'approved';
}

function isApproved(field: SimField): boolean {
	return field.status === 'approved';
}

function flatText(field: SimField): string[] {
	return field.answers.flatMap((answer) => [
		...(answer.text ?? []),
		...(answer.link === null ? [] : [answer.link]),
		...(answer.attachment === null ? [] : [answer.attachment.url]),
		...(answer.row === null ? [] : [answer.row.map((cell) => cell.text ?? '').join(', ')]),
	]);
}

/** A field with its answers in all the forms that the API gives (fact: page-answers, fact: no-answer, fact: table-values, fact: file-values). */
export function renderField(field: SimField, position: number): JsonObject {
	const values = flatText(field);
	return {
		id: field.id,
		name: field.name,
		reference_id: field.reference_id,
		type: field.type,
		sub_type: null,
		status: field.status,
		required: field.required,
		internal: field.internal,
		instruction_text: field.instruction_text,
		show_instruction: field.instruction_text !== null,
		placeholder: null,
		sorting_position: position,
		repeater_enabled: false,
		values: values.length === 0 ? [''] : values,
		values_flat: values.length === 0 ? null : values.join(', '),
		values_structured: values.map((value) => ({ value })),
		answers: field.answers.map((answer, index) => ({
			...answer,
			field_id: field.id,
			status: field.status,
			sorting_position: index,
			rejection_comment: field.rejection_comment,
		})),
		field_columns: field.columns.map((column, index) => ({
			...column,
			read_only: false,
			required: false,
			sorting_position: index,
		})),
		additional_fields: field.options.map((text, index) => ({
			id: `${field.id}_${index}`,
			text,
			sorting_position: index,
		})),
		field_configuration: null,
		rejection_message: field.rejection_comment === null ? null : { text: field.rejection_comment },
	};
}

/** A section; fields that only the team sees are left out unless asked for. */
export function renderSection(
	section: SimSection,
	position: number,
	withInternal: boolean,
): JsonObject {
	return {
		id: section.id,
		name: section.name,
		reference_id: section.reference_id,
		instruction_text: null,
		show_instruction: false,
		sorting_position: position,
		fields: section.fields.filter((field) => withInternal || !field.internal).map(renderField),
	};
}

/** A page without its sections, as a request lists it. */
export function renderPageSummary(page: SimPage, position: number): JsonObject {
	const fields = page.sections.flatMap((section) => section.fields);
	return {
		id: page.id,
		name: page.name,
		instruction_text: null,
		show_instruction: false,
		sorting_position: position,
		is_done: fields.every(isDone),
		is_approved: fields.every(isApproved),
		...counts(fields),
	};
}

/** A page with sections, fields and answers. */
export function renderPage(page: SimPage, withInternal: boolean): JsonObject {
	return {
		...renderPageSummary(page, 0),
		reference_id: page.reference_id,
		sections: page.sections.map((section, index) => renderSection(section, index, withInternal)),
	};
}

/** Where the client answers a request. */
export function shareLink({ id }: SimRequest): string {
	return `https://app.contentsnare.com/share/${id.slice('req_'.length)}`;
}

function renderCommon(request: SimRequest, world: CollectionWorld): JsonObject {
	const fields = world.fields(request);
	const done = fields.filter(isDone).length;
	const owner = world.team.find((member) => member.id === request.owner_id);
	return {
		id: request.id,
		name: request.name,
		status: request.status,
		due: request.due,
		completion_percentage: fields.length === 0 ? 0 : Math.round((100 * done) / fields.length),
		url: `https://app.contentsnare.com/requests/${request.id}`,
		share_link: shareLink(request),
		folder_name: request.folder_name,
		request_template_name: request.template_name,
		communications_template_name: request.schedule_name,
		owner_name: owner?.full_name ?? null,
		author_name: world.fullName,
		comments_enabled: request.comments_enabled,
		passcode_enabled: request.passcode_enabled,
		share_via_link_enabled: request.share_via_link_enabled,
		instruction_text: request.instruction_text,
		show_instruction: request.show_instruction,
		updated_at: request.updated_at,
		clients: request.clients.map(renderRequestClient),
	};
}

/** What `GET /requests/{id}` gives: page summaries and counts, no answers. */
export function renderRequest(request: SimRequest, world: CollectionWorld): JsonObject {
	return {
		...renderCommon(request, world),
		owner_id: request.owner_id,
		primary_client_id: request.primary_client_id,
		country_code: null,
		language_code: 'en',
		has_comments: false,
		board_column_id: request.board_column_id ?? null,
		board_column_sorting_position: null,
		...counts(world.fields(request)),
		pages: request.pages.map(renderPageSummary),
	};
}

/** What creating and updating give: one client more, no pages, no counts. */
export function renderWritten(request: SimRequest, world: CollectionWorld): JsonObject {
	const primary = request.clients.find((client) => client.id === request.primary_client_id);
	return {
		...renderCommon(request, world),
		client: primary === undefined ? null : renderRequestClient(primary),
		client_status: null,
	};
}

/** A list row: four keys, more only by expand[] (fact: request-rows, fact: request-read). */
export function renderRow(
	request: SimRequest,
	world: CollectionWorld,
	expand: string[],
): JsonObject {
	const owner = world.team.find((member) => member.id === request.owner_id);
	const more: JsonObject = {
		request_template_name: request.template_name,
		owner_email: owner?.email ?? null,
		owner_name: owner?.full_name ?? null,
		clients: request.clients.map(renderRequestClient),
	};
	const { id, status, name, due } = request;
	return {
		id,
		status,
		name,
		due,
		...Object.fromEntries(Object.entries(more).filter(([key]) => expand.includes(key))),
	};
}

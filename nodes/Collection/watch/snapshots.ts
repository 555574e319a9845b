import { shortHash } from '../../shared/text/shortHash';
import type { Client, RequestRecord } from '../api/records';
import type { AnsweredField, AnsweredPage } from '../requests/answers';
import type { Kind } from './eventMeanings';
import type { Snapshot } from './knownThings';

/** Statuses of a request by what they mean to events (fact: request-statuses). Another one means nothing. */
const STAGES = new Map([
	['draft', 'draft'],
	['scheduled', 'draft'],
	['published', 'open'],
	['waiting', 'open'],
	['completed', 'completed'],
	['archived', 'archived'],
]);

/** What a list row tells of a request. */
export function snapshotOfRow({ id, status }: RequestRecord): Snapshot {
	return { kind: 'request', id, states: { there: 'yes', status: STAGES.get(status ?? '') } };
}

/**
 * What a request tells.
 * @param event Of the other aspects, only the one that this event is about is added.
 * @param fields What its pages say, where they were read.
 */
export function snapshotOfRequest(
	request: RequestRecord,
	event: string,
	fields?: 'open' | 'done',
): Snapshot {
	const row = snapshotOfRow(request);
	const { updated_at: updatedAt, board_column_id: column } = request;
	return {
		...row,
		states: {
			...row.states,
			fields,
			...(event === 'request_updated' ? { content: updatedAt ?? fingerprint(request) } : {}),
			...(event === 'request_board_column_changed' ? { column: String(column) } : {}),
		},
	};
}

/** What a request itself says of its fields. `open` may be due to one that no client has to fill in. */
export function fieldsOf({ completion_percentage, pages = [] }: RequestRecord) {
	const percentage = Number(completion_percentage ?? NaN);
	const saysDone = pages.length > 0 && pages.every(({ is_done }) => is_done === true);
	if (percentage >= 100 || saysDone) return 'done';
	return Number.isNaN(percentage) ? undefined : 'open';
}

/** What the vendor's deliveries hold of a client, but for the address of a picture, which may change by itself. */
const DELIVERED = ['email', 'full_name', 'phone', 'company_name'];
/** What only the account reads of a client or team member. */
const READ = ['first_name', 'last_name', 'language_code', 'client_companies', 'role', 'active'];

const valuesOf = (keys: string[], person: Client) => fingerprint(keys.map((key) => person[key]));

/** What a client or team member tells that was read. */
export function snapshotOfPerson(kind: 'client' | 'teamMember', person: Client): Snapshot {
	const content = `${valuesOf(DELIVERED, person)} ${valuesOf(READ, person)}`;
	return { kind, id: person.id, states: { there: 'yes', content } };
}

/** What a delivery tells of a client. */
export function snapshotOfDelivered(client: Client): Snapshot {
	const states = { there: 'yes', content: valuesOf(DELIVERED, client) };
	return { kind: 'client', id: client.id, states };
}

/** What a page tells: what the API says of it, or its fields. */
export function snapshotOfPage({ id, sections, is_done: isDone }: AnsweredPage): Snapshot {
	const fields = sections.flatMap((section) => section.fields);
	return { kind: 'page', id, states: { fields: isDone ? 'done' : fieldsTogether(fields) } };
}

/** What a section tells: what the API says of its page, or its fields. */
export function snapshotOfSection(
	{ id, fields }: AnsweredPage['sections'][number],
	{ is_done: isDone }: AnsweredPage,
): Snapshot {
	return { kind: 'section', id, states: { fields: isDone ? 'done' : fieldsTogether(fields) } };
}

/** Whether all are done, but for those that a client need not fill in: optional ones, and those of the team. */
function fieldsTogether(fields: AnsweredField[]): 'open' | 'done' {
	return fields.every(isFieldDone) ? 'done' : 'open';
}

function isFieldDone({ status, required, internal }: AnsweredField): boolean {
	if (status === 'done' || status === 'approved') return true;
	return status !== 'redo' && (internal || !required);
}

/** What a field tells: its status, and the answer that is done or approved. */
export function snapshotOfField({ id, status, ...field }: AnsweredField): Snapshot {
	const { value, values, rows, links, files } = field;
	// The text of files and tables says no more than they do.
	const said = rows || files.length > 0 ? [] : [value, values];
	const answer = [said, rows, links, files.map(({ name, size }) => [name, size])];
	const isAnswered = status === 'done' || status === 'approved';
	const state = isAnswered ? `${status} ${fingerprint(answer)}` : status;
	return { kind: 'field', id, states: { status: state } };
}

export function gone(kind: Kind, id: string): Snapshot {
	return { kind, id, states: { there: 'gone' } };
}

function fingerprint(value: unknown): string {
	return shortHash(JSON.stringify(value));
}

import { shortHash } from '../../shared/text/shortHash';
import type { Client, RequestRecord } from '../api/records';
import type { AnsweredField } from '../requests/answers';
import type { Kind } from './eventMeanings';
import type { Snapshot } from './knownThings';

/** Statuses of a request by what they mean to events. */
const STAGES = new Map([
	['scheduled', 'draft'],
	['published', 'open'],
	['waiting', 'open'],
]);

function stageOf(status: string | null | undefined): string | undefined {
	return status ? (STAGES.get(status) ?? status) : undefined;
}

/** What a list row tells of a request. */
export function snapshotOfRow({ id, status }: RequestRecord): Snapshot {
	return { kind: 'request', id, states: { there: 'yes', status: stageOf(status) } };
}

/** What a request tells. @param event of its other sides only what this event is about. */
export function snapshotOfRequest(request: RequestRecord, event: string): Snapshot {
	const { kind, id, states } = snapshotOfRow(request);
	const fields = fieldsOf(request);
	const { updated_at: updatedAt, board_column_id: column } = request;
	return {
		kind,
		id,
		states: {
			...states,
			// That fields are open again is good to know; that they are done is news of one event alone.
			...(event === 'all_fields_completed' || fields === 'open' ? { fields } : {}),
			...(event === 'request_updated' ? { content: updatedAt ?? fingerprint(request) } : {}),
			...(event === 'request_board_column_changed' ? { column: String(column) } : {}),
		},
	};
}

function fieldsOf(request: RequestRecord): 'open' | 'done' | undefined {
	const percentage = Number(request.completion_percentage ?? NaN);
	if (Number.isNaN(percentage)) return undefined;
	return percentage >= 100 ? 'done' : 'open';
}

/**
 * What a client or team member tells, by what the vendor's deliveries hold of one. An address of a
 * picture may change by itself.
 */
export function snapshotOfPerson(kind: 'client' | 'teamMember', person: Client): Snapshot {
	const { id, email, full_name: name, phone, company_name: company, role, active } = person;
	const content = shortHash(JSON.stringify([email, name, phone, company, role, active]));
	return { kind, id, states: { there: 'yes', content } };
}

/** What a page or section tells, by its fields. */
export function snapshotOfPart(
	kind: 'page' | 'section',
	id: string,
	fields: AnsweredField[],
): Snapshot {
	const isDone = fields.every(({ status }) => status === 'done' || status === 'approved');
	return { kind, id, states: { fields: isDone ? 'done' : 'open' } };
}

/** What a field tells: its status, and the answer that is done. */
export function snapshotOfField({ id, status, ...field }: AnsweredField): Snapshot {
	const { value, values, rows, links, files } = field;
	const answer = [value, values, rows, links, files.map(({ name, size }) => [name, size])];
	const state = status === 'done' ? `done ${fingerprint(answer)}` : status;
	return { kind: 'field', id, states: { status: state } };
}

export function gone(kind: Kind, id: string): Snapshot {
	return { kind, id, states: { there: 'gone' } };
}

export function fingerprint(value: unknown): string {
	return shortHash(JSON.stringify(value));
}

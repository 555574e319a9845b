/**
 * What each event says of the thing it is about, so that it can be compared with what the account reads of it. Events
 * that are not here are about what cannot be read: a comment, a delivery.
 */

/** The kinds of things that the account can read. */
export type Kind = 'request' | 'client' | 'teamMember' | 'page' | 'section' | 'field';

/**
 * An aspect of a thing that events tell about, and its states. `there`: none, yes or gone. `status` of a request:
 * none, draft, open, completed or archived; of a field: todo, done, redo or approved. `fields`: open or done.
 * `content` and `column`: a text that changes with it.
 */
export type Aspect = 'there' | 'status' | 'content' | 'fields' | 'column';

interface EventMeaning {
	kind: Kind;
	aspect: Aspect;
	/** The state before the event, assumed where nothing is known of the thing. */
	before: string;
}

const MEANINGS = new Map<string, EventMeaning>([
	...lives('request', 'request'),
	...lives('client', 'client'),
	...lives('team_member', 'teamMember'),
	['request_draft', { kind: 'request', aspect: 'status', before: 'open' }],
	['request_published', { kind: 'request', aspect: 'status', before: 'draft' }],
	['request_completed', { kind: 'request', aspect: 'status', before: 'open' }],
	['request_archived', { kind: 'request', aspect: 'status', before: 'completed' }],
	['request_reopened', { kind: 'request', aspect: 'status', before: 'completed' }],
	['request_board_column_changed', { kind: 'request', aspect: 'column', before: 'unknown' }],
	['all_fields_completed', { kind: 'request', aspect: 'fields', before: 'open' }],
	['page_completed', { kind: 'page', aspect: 'fields', before: 'open' }],
	['section_completed', { kind: 'section', aspect: 'fields', before: 'open' }],
	['field_completed', { kind: 'field', aspect: 'status', before: 'todo' }],
	['field_approved', { kind: 'field', aspect: 'status', before: 'done' }],
	['field_rejected', { kind: 'field', aspect: 'status', before: 'done' }],
]);

function lives(name: string, kind: Kind): Array<[string, EventMeaning]> {
	return [
		[`${name}_created`, { kind, aspect: 'there', before: 'none' }],
		[`${name}_updated`, { kind, aspect: 'content', before: 'unknown' }],
		[`${name}_destroyed`, { kind, aspect: 'there', before: 'yes' }],
	];
}

/** What an event says, or undefined when nothing can be read of it. */
export function meaningOf(event: string): EventMeaning | undefined {
	return MEANINGS.get(event);
}

/**
 * The events to register for, so that each chosen event is noticed each time. A repeated event can be told from a
 * repeated delivery only if the trigger also hears of what undoes the event.
 */
export function heardFor(chosen: string[]): string[] {
	const told = chosen.flatMap((event) => MEANINGS.get(event) ?? []);
	const isUndoing = ({ kind, aspect }: EventMeaning) =>
		aspect === 'status' &&
		told.some((meaning) => meaning.kind === kind && meaning.aspect === aspect);
	const undoing = [...MEANINGS].filter(([, meaning]) => isUndoing(meaning)).map(([event]) => event);
	// A field that is rejected makes its section, its page and its request open again.
	const reopening = told.some(({ aspect }) => aspect === 'fields') ? ['field_rejected'] : [];
	return [...new Set([...chosen, ...undoing, ...reopening])].sort();
}

/** The states of a thing before it exists. */
export const AT_BIRTH: Partial<Record<Aspect, string>> = { there: 'none', status: 'none' };

/** The events that lie between the known and the present state of a thing, in their order. */
export function eventsBetween(kind: Kind, aspect: Aspect, before: string, now: string): string[] {
	if (before === now) return [];
	if (aspect === 'content' && (isPartOf(before, now) || isPartOf(now, before))) return [];
	if (aspect === 'status') {
		return kind === 'field' ? ofField(before, now) : ofRequest(before, now);
	}
	return [...MEANINGS]
		.filter(([, told]) => told.kind === kind && told.aspect === aspect)
		.map(([event]) => event)
		.filter((event) => isWhatHappened(event, now));
}

/** Whether one content of a person is the first part of the other: of two hashes, a delivery has only the first. */
export function isPartOf(part: string, whole: string): boolean {
	return whole.startsWith(`${part} `);
}

function isWhatHappened(event: string, now: string): boolean {
	if (event.endsWith('_created')) return now === 'yes';
	if (event.endsWith('_destroyed')) return now === 'gone';
	return !event.endsWith('_completed') || now === 'done';
}

function ofRequest(before: string, now: string): string[] {
	const isPutAway = before === 'completed' || before === 'archived';
	if (now === 'open') return [isPutAway ? 'request_reopened' : 'request_published'];
	if (now === 'draft') return ['request_draft'];
	if (now === 'archived') return ['request_archived'];
	if (isPutAway) return [];
	return before === 'open' ? ['request_completed'] : ['request_published', 'request_completed'];
}

/** The state of a field that is done or approved also has a hash of its answer, as a client may answer again. */
function ofField(before: string, now: string): string[] {
	if (now === 'redo') return ['field_rejected'];
	const [status, answer] = now.split(' ');
	// An assumed state has no answer: it counts as the same.
	const [was, answered = answer] = before.split(' ');
	const isAnswered = was === 'todo' || was === 'redo' || answered !== answer;
	const completed = isAnswered ? ['field_completed'] : [];
	if (status === 'approved') return [...completed, 'field_approved'];
	return status === 'done' ? completed : [];
}

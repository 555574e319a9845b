import { z } from 'zod';
import { shortHash } from '../../shared/text/shortHash';
import type { Ledger, State, StoredKind } from '../../shared/watch/ledger';
import type { Aspect, Kind } from './eventMeanings';
import { isPartOf } from './eventMeanings';

/** What was read of a thing: its state in each aspect that was looked at. */
export interface Snapshot {
	kind: Kind;
	id: string;
	states: Partial<Record<Aspect, string>>;
}

/** The kinds of which the account has a list, and the aspect that a row of the list shows. */
export const LISTED = { request: 'status', client: 'content', teamMember: 'content' } as const;
export type ListedKind = keyof typeof LISTED;

/** Whether there is a list of things of this kind. */
export function isListed(kind: string): kind is ListedKind {
	return Object.hasOwn(LISTED, kind);
}

/** The most things that one list may hold: each takes some 20 to 30 bytes of what n8n stores for the trigger. */
export const MAX_LISTED = 10_000;
/** The most other things of which the last state is remembered. */
const MAX_BESIDE = 1_000;
/** The most deliveries that are remembered by their content, as nothing can be read of them. */
const MAX_HEARD = 1_000;
/**
 * How long an equal delivery counts as the same one, in milliseconds. The vendor documents no repetition; a day is
 * longer than a server is usually down, and shorter than the next reminder of the same kind.
 */
const HEARD_FOR_MS = 24 * 60 * 60_000;

/**
 * The webhook at Content Snare that belongs to the trigger, the secret in its address, since when it is there, in
 * milliseconds since the epoch, and the events that it is to send.
 */
export const registration = z
	.object({
		id: z.string(),
		key: z.string(),
		since: z.number().default(0),
		events: z.array(z.string()).optional(),
	})
	.optional();

const extra = z.object({
	/** Lists that were read whole: an empty one is not one that was never read. */
	lists: z.array(z.enum(['request', 'client', 'teamMember'])),
	/** The events that were chosen when all lists were last looked through; undefined before the first time. */
	events: z.array(z.string()).optional(),
	registration,
});
export type AccountExtra = z.output<typeof extra>;

/** What the trigger knows of the account's things, so that each event is told once. */
export type AccountLedger = Ledger<AccountExtra>;

const ASPECTS = ['there', 'status', 'content', 'fields', 'column'] as const;

/** How such a ledger is stored: an entry for each thing, with its aspects in their order. */
export const storedAccount: StoredKind<AccountExtra> = {
	extra,
	mostOpen: 0,
	isState: (state) => state.length <= ASPECTS.length,
};

/** A ledger in which nothing is known. */
export function nothingKnown(scope: string): AccountLedger {
	return { scope, since: 0, deliveries: 0, entries: new Map(), extra: { lists: [] } };
}

/** The first letter of the keys by kind; only one letter, as each listed thing is stored with it. */
const LETTERS: Record<Kind | 'heard', string> = {
	request: 'r',
	client: 'c',
	teamMember: 't',
	page: 'p',
	section: 's',
	field: 'f',
	heard: 'h',
};

export function keyOf({ kind, id }: Pick<Snapshot, 'kind' | 'id'>): string {
	return LETTERS[kind] + id;
}

/** The IDs of all things of a kind that are known. */
export function knownIds({ entries }: AccountLedger, kind: ListedKind): string[] {
	const keys = [...entries.keys()].filter((key) => key.startsWith(LETTERS[kind]));
	return keys.map((key) => key.slice(LETTERS[kind].length));
}

/** True for a thing that no list had so far; undefined where no list of its kind was read. */
export function isNew({ entries, extra: { lists } }: AccountLedger, of: Snapshot) {
	return lists.some((kind) => kind === of.kind) ? !entries.has(keyOf(of)) : undefined;
}

/** The last known state of a thing in an aspect, or undefined. */
export function knownOf(
	{ entries }: AccountLedger,
	of: Pick<Snapshot, 'kind' | 'id'>,
	aspect: Aspect,
): string | undefined {
	return entries.get(keyOf(of))?.state[ASPECTS.indexOf(aspect)] || undefined;
}

/** The entry of a thing after this was read of it; null where it is gone from a list. */
export function stateAfter(ledger: AccountLedger, of: Snapshot): State | null {
	if (of.states.there === 'gone' && isNew(ledger, of) !== undefined) return null;
	const state = ASPECTS.map((name) => {
		const [told, known = ''] = [of.states[name], knownOf(ledger, of, name)];
		return told === undefined || isPartOf(told, known) ? known : told;
	});
	// Empty fields at the end are not stored.
	while (state.at(-1) === '') state.pop();
	return state;
}

/** The aspects that were looked at, with their states. */
export function entriesOf(states: Snapshot['states']): Array<[Aspect, string]> {
	return ASPECTS.flatMap((aspect): Array<[Aspect, string]> => {
		const state = states[aspect];
		return state === undefined ? [] : [[aspect, state]];
	});
}

/** The key under which a delivery with this content is remembered. */
export function heardKey(content: string): string {
	return LETTERS.heard + shortHash(content);
}

/** What is remembered of a delivery. */
export const heardState = (now: number): State => [now.toString(36)];

const isRecent = ([at = '']: State, now: number) => now - parseInt(at, 36) < HEARD_FOR_MS;

/** True for a delivery with this content that came before, not longer than a day ago. */
export function wasHeard({ entries }: AccountLedger, content: string, now: number): boolean {
	const known = entries.get(heardKey(content));
	return known !== undefined && isRecent(known.state, now);
}

/** The ledger without the oldest things that are in no list, and without old deliveries. */
export function withinBounds(ledger: AccountLedger, now: number): AccountLedger {
	const listed = ledger.extra.lists.map((kind) => LETTERS[kind]);
	const all = [...ledger.entries];
	const letterOf = ([key]: (typeof all)[number]) => key.slice(0, 1);
	const isHeard = (entry: (typeof all)[number]) => letterOf(entry) === LETTERS.heard;
	const kept = all.filter((entry) => listed.includes(letterOf(entry)));
	const rest = all.filter((entry) => !listed.includes(letterOf(entry)));
	const beside = rest.filter((entry) => !isHeard(entry)).slice(-MAX_BESIDE);
	const heard = rest.filter((entry) => isHeard(entry) && isRecent(entry[1].state, now));
	const entries = new Map([...kept, ...beside, ...heard.slice(-MAX_HEARD)]);
	return { ...ledger, entries };
}

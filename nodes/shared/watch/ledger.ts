import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { decodeAll } from '../http/pathSegment';

/** What is known of one thing, in short texts that only its watch understands. */
export type State = readonly string[];

/** What the ledger holds of one thing. A thing with `tries` or `waits` is known, but not handled. */
export interface Entry {
	state: State;
	/** How many looks failed to load it; the next one tries again. */
	tries?: number;
	/** It is not wanted in its present place, and may come back. */
	waits?: boolean;
}

/** All that is known of what is watched. A thing without an entry was never seen. Never changed in place. */
export interface Ledger<Extra> {
	/** Names the account and what is watched in it; what another scope knows is of no use. */
	scope: string;
	/** The provider's time up to which everything was handled, in milliseconds since the epoch. */
	since: number;
	/** How many polls delivered something since the trigger began. */
	deliveries: number;
	/** The provider's time when the workflow last got an item, or the trigger began; in milliseconds. */
	emittedAt?: number;
	/** By short key, in the order in which they were noted. */
	entries: ReadonlyMap<string, Entry>;
	/** What this kind of watch keeps besides entries, such as a link or a window of time. */
	extra: Extra;
}

/**
 * The most entries that `readLedger` accepts: enough for what exists, 5,000 contacts or 3,000 events and their series,
 * and for far more that is gone and still has to be reported.
 */
export const MOST_ENTRIES = 100_000;

/** How many polls delivered something. All places of a trigger have the same number once they are saved. */
export function deliveriesOf(positions: ReadonlyArray<Ledger<unknown>>): number {
	return Math.max(...positions.map(({ deliveries }) => deliveries));
}

/** What reading needs to know of a kind of watch. */
export interface StoredKind<Extra> {
	extra: z.ZodType<Extra, z.ZodTypeDef, unknown>;
	/** The most entries that are stored unhandled: each costs a request of its own. */
	mostOpen: number;
	/** False for a state that this kind of watch did not write. */
	isState(state: State): boolean;
}

/** Escapes the signs that separate keys, fields and entries, and the sign that escapes. */
const encode = (text: string) => text.replace(/[%,;= ]/g, encodeURIComponent);
const markOf = ({ tries = 0, waits }: Entry) => (tries > 0 ? `!${tries}` : waits ? '?' : '');

/**
 * The form in which n8n stores a ledger. Entries become `key key,mark,field,field;...`: neighbours with equal fields
 * share one group. A field that equals the one of the group before is written `=`: the occurrences of a series have
 * many. Without entries, the property is left out.
 */
export function saveLedger<Extra extends IDataObject>(ledger: Ledger<Extra>): IDataObject {
	const { entries, ...head } = ledger;
	const groups: Array<{ keys: string[]; fields: string[]; text: string }> = [];
	for (const [key, entry] of entries) {
		const fields = [markOf(entry), ...entry.state].map(encode);
		const text = fields.join();
		const last = groups.at(-1);
		if (last?.text === text) last.keys.push(encode(key));
		else groups.push({ keys: [encode(key)], fields, text });
	}
	const lines = groups.map(({ keys, fields }, at) => {
		const before = groups[at - 1]?.fields ?? [];
		const shown = fields.map((field, index) => (field && field === before[index] ? '=' : field));
		return [keys.join(' '), ...shown].join(',').replace(/,+$/, '');
	});
	return { ...head, ...(entries.size === 0 ? {} : { entries: lines.join(';') }) };
}

const moment = z.number().finite();
const savedHead = z.object({
	scope: z.string(),
	since: moment,
	deliveries: z.number().int().safe().min(0),
	emittedAt: moment.optional(),
	entries: z.string().optional(),
	extra: z.unknown(),
});

/** Reads what `saveLedger` wrote, and trusts nothing of it; undefined for anything else. */
export function readLedger<Extra extends IDataObject>(
	saved: unknown,
	kind: StoredKind<Extra>,
): Ledger<Extra> | undefined {
	const head = savedHead.safeParse(saved).data;
	const extra = kind.extra.safeParse(head?.extra);
	const entries = head && readEntries(head.entries, kind);
	return head && entries && extra.success ? { ...head, entries, extra: extra.data } : undefined;
}

function readEntries(
	text: string | undefined,
	{ mostOpen, isState }: Omit<StoredKind<never>, 'extra'>,
): Map<string, Entry> | undefined {
	const entries = new Map<string, Entry>();
	let before: string[] = [];
	let open = 0;
	for (const line of text?.split(';') ?? []) {
		const [keys = '', ...shown] = line.split(',');
		const written = shown.map((field, at) => (field === '=' ? (before[at] ?? '') : field));
		const fields = decodeAll(written);
		const names = decodeAll(keys.split(' '));
		const [mark = '', ...state] = fields ?? [];
		if (!fields || !names || !/^(?:\?|![1-9]\d?)?$/.test(mark) || !isState(state)) return undefined;
		const entry: Entry = { state };
		if (mark.startsWith('!')) entry.tries = Number(mark.slice(1));
		if (mark === '?') entry.waits = true;
		for (const name of names) entries.set(name, entry);
		if (!isHandled(entry)) open += names.length;
		if (entries.size > MOST_ENTRIES || open > mostOpen) return undefined;
		before = written;
	}
	return entries;
}

/** True for a thing that is done with, unless it changes. */
export function isHandled(entry: Entry | undefined): boolean {
	return entry !== undefined && !entry.tries && !entry.waits;
}

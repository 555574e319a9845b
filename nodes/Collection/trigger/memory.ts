import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { shortHash } from '../../shared/shortHash';
import type { Aspect, Kind } from './told';

/** What was read of a thing, in as many of its aspects as were looked at. */
export interface Sighting {
	kind: Kind;
	id: string;
	states: Partial<Record<Aspect, string>>;
}

/** Things of which the last state is remembered, beside those in lists: some 40 bytes each. */
const MAX_SEEN = 1_000;
/** Deliveries of which nothing can be read, remembered by their content: some 30 bytes each. */
const MAX_HEARD = 1_000;
/**
 * How long such a delivery is the same one, in milliseconds. The vendor documents no repetition; a day
 * is longer than a server is usually down, and shorter than the next reminder of the same kind.
 */
const HEARD_FOR_MS = 24 * 60 * 60_000;

/** Kinds that a list of the account holds, and the aspect that the trigger keeps of them. */
export const LISTED = { request: 'status', client: 'content', teamMember: 'content' } as const;
export type ListedKind = keyof typeof LISTED;

/** Whether there is a list of things of this kind. */
export function isListed(kind: string): kind is ListedKind {
	return Object.hasOwn(LISTED, kind);
}

const savedShape = z
	.object({
		lists: z.record(z.record(z.string())).default({}),
		seen: z.record(z.string()).default({}),
		heard: z.record(z.number()).default({}),
	})
	.catch({ lists: {}, seen: {}, heard: {} });

/** What the trigger knows of the account's things, so that each event is told once. */
export class Memory {
	private readonly lists = new Map<ListedKind, Map<string, string>>();

	private readonly seen: Map<string, string>;

	private readonly heard: Map<string, number>;

	/** @param saved what `save` gave, or whatever stands in its place. */
	constructor(saved?: unknown) {
		const { lists, seen, heard } = savedShape.parse(saved);
		for (const [kind, list] of Object.entries(lists)) {
			if (isListed(kind)) this.lists.set(kind, new Map(Object.entries(list)));
		}
		this.seen = new Map(Object.entries(seen));
		this.heard = new Map(Object.entries(heard));
	}

	save(): IDataObject {
		return {
			lists: Object.fromEntries(
				[...this.lists].map(([kind, list]) => [kind, Object.fromEntries(list)]),
			),
			seen: Object.fromEntries(this.seen),
			heard: Object.fromEntries(this.heard),
		};
	}

	/** Keeps a whole list from now on. */
	begin(kind: ListedKind): void {
		this.lists.set(kind, new Map());
	}

	/** Forgets all lists but these. */
	keepLists(kinds: ListedKind[]): void {
		for (const kind of this.lists.keys()) if (!kinds.includes(kind)) this.lists.delete(kind);
	}

	/** The IDs of a list; undefined while the trigger keeps none. */
	listOf(kind: ListedKind): string[] | undefined {
		const list = this.lists.get(kind);
		return list && [...list.keys()];
	}

	/** True for a thing that no list had so far; undefined where there is no list to tell. */
	isNew(kind: Kind, id: string): boolean | undefined {
		const list = isListed(kind) ? this.lists.get(kind) : undefined;
		return list && !list.has(id);
	}

	/** What was known of a thing last, or undefined. */
	known({ kind, id }: Sighting, aspect: Aspect): string | undefined {
		const list = isListed(kind) ? this.lists.get(kind) : undefined;
		// A thing that was listed without the state is known to be there, and no more.
		if (list && isListed(kind) && LISTED[kind] === aspect) return list.get(id) || undefined;
		if (list && aspect === 'there') return list.has(id) ? 'yes' : undefined;
		return this.seen.get(keyOf(kind, id, aspect));
	}

	/** Remembers what was read of a thing. */
	note({ kind, id, states }: Sighting): void {
		const list = isListed(kind) ? this.lists.get(kind) : undefined;
		if (states.there === 'gone') list?.delete(id);
		else if (list && !list.has(id)) list.set(id, '');
		for (const [aspect, state] of entriesOf(states)) {
			if (list && isListed(kind) && LISTED[kind] === aspect) list.set(id, state);
			else if (!list || aspect !== 'there')
				put(this.seen, keyOf(kind, id, aspect), state, MAX_SEEN);
		}
	}

	/** True for a delivery with this content that came before, not longer than a day ago. */
	wasHeard(content: string, now: number): boolean {
		const at = this.heard.get(shortHash(content));
		return at !== undefined && now - at < HEARD_FOR_MS;
	}

	noteHeard(content: string, now: number): void {
		put(this.heard, shortHash(content), now, MAX_HEARD);
	}
}

function keyOf(kind: Kind, id: string, aspect: Aspect): string {
	return shortHash(`${kind} ${id} ${aspect}`);
}

/** The aspects that were looked at. */
export function entriesOf(states: Sighting['states']): Array<[Aspect, string]> {
	const aspects: Aspect[] = ['there', 'status', 'content', 'fields', 'column'];
	return aspects.flatMap((aspect): Array<[Aspect, string]> => {
		const state = states[aspect];
		return state === undefined ? [] : [[aspect, state]];
	});
}

/** Puts an entry behind all others, and forgets the oldest where there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T, most: number): void {
	map.delete(key);
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
}

import type { INodeExecutionData } from 'n8n-workflow';
import type { Budget } from './budget';
import type { Ledger, State } from './ledger';
import { MOST_ENTRIES } from './ledger';

/**
 * `waiting` - not wanted where it is now; `failed` - could not be loaded. Both are kept apart, and few.
 * `open` - cannot be judged yet: it is left as it was, costs no try, and is found again at the next look.
 */
export type Verdict = 'done' | 'waiting' | 'failed' | 'open';

/** That something is not as it is known. */
export interface Change<Happening> {
	key: string;
	/** What there is to load. Without it the change is only noted, by `verdict`. */
	happening?: Happening;
	verdict?: Exclude<Verdict, 'failed'>;
	/** What is known of it once it is handled; null for nothing. */
	next: State | null;
	/** What is kept of it while it waits or has failed, where that is more: its ID, to find it again. */
	held?: State;
	/** Items that it makes at most, where one thing can make several. */
	weight?: number;
	/** Items come in the order of this moment; in that of loading where there is none. */
	at?: number;
}

export interface Loaded {
	verdict: Verdict;
	items: INodeExecutionData[];
	/** What is known of it, where loading told more than looking. */
	next?: State | null;
}

/** The changes after which the ledger can still be read: where it is full, what is new is left for a later look. */
export function withRoom<Happening>(
	changes: Array<Change<Happening>>,
	{ entries }: Pick<Ledger<unknown>, 'entries'>,
	most = MOST_ENTRIES,
): Array<Change<Happening>> {
	let room = most - entries.size;
	return changes.filter(({ key, next }) => next === null || entries.has(key) || room-- > 0);
}

/** What every look says. */
export interface Look {
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** Why a part could not be looked at, while the rest could. */
	failure?: unknown;
}

export interface Attempt {
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** There will be no other: what cannot be loaded is delivered with a note. */
	isLast: boolean;
}

/**
 * Something that is watched, for one look. What was not handled is not touched, so that it is found again.
 * @typeParam Seen What a look brings.
 * @typeParam Happening What can be loaded.
 * @typeParam Extra What the ledger keeps beside its entries.
 */
export interface Watch<Seen extends Look, Happening, Extra> {
	/** Looks, and asks all that `diff` needs. Cheap where nothing changed. Without a ledger: for a beginning. */
	observe(ledger: Ledger<Extra> | undefined): Promise<Seen>;
	/** What is not as it is known, in the order of loading. Asks nobody and keeps nothing. */
	diff(ledger: Ledger<Extra>, seen: Seen): Array<Change<Happening>>;
	/** @throws what is not the fault of the thing itself: it stops the look. */
	load(happening: Happening, attempt: Attempt): Promise<Loaded>;
	/**
	 * How far the ledger holds after that, and what can be forgotten. Asks nobody, keeps nothing.
	 * @param open What is not handled: it found no time or no room, has failed, cannot be judged, or waits without room.
	 */
	advance(ledger: Ledger<Extra>, seen: Seen, open: Array<Change<Happening>>): Ledger<Extra>;
}

export interface LookLimits {
	/** Things (by weight) that one look hands over. */
	most: number;
	/** Things that one look loads; a filter may want none of them. */
	loads: number;
	/** Things that are loaded side by side. */
	width: number;
	/** What was loaded is handed over although something else stopped the look; else all of it comes again. */
	mayBeCut: boolean;
	/** Looks that try to load a thing. */
	tries: number;
	/** Things that may have failed, and that may wait. */
	failed: number;
	waiting: number;
}

/** All there is, whole or not at all; nothing fails, and nothing waits. */
export const UNLIMITED: LookLimits = {
	most: Infinity,
	loads: Infinity,
	width: Infinity,
	mayBeCut: false,
	tries: 1,
	failed: 0,
	waiting: 0,
};

/** What came of a look. */
interface LookResult<Extra> {
	ledger: Ledger<Extra>;
	items: INodeExecutionData[];
	now: number;
	wasCut: boolean;
	failure?: unknown;
}

/** One look: observe, compare, load, note what was handled. What could not be looked at is for whoever asked. */
export async function lookOnce<Seen extends Look, Happening, Extra>(
	known: Ledger<Extra>,
	watch: Watch<Seen, Happening, Extra>,
	limits: LookLimits,
	budget: Pick<Budget, 'isLate'>,
): Promise<LookResult<Extra>> {
	const seen = await watch.observe(known);
	const changes = withRoom(watch.diff(known, seen), known);
	const { results, wasCut } = await loadInOrder(watch, known, changes, seen.now, limits, budget);
	const items = [...results]
		.sort(([{ at: one = 0 }], [{ at: other = 0 }]) => one - other)
		.flatMap(([, loaded]) => loaded.items);
	const ledger = note(watch, known, seen, changes, results, limits);
	return { ledger, items, now: seen.now, wasCut, failure: seen.failure };
}

/** A ledger in which all that is there counts as handled. */
export async function begin<Seen extends Look, Happening, Extra>(
	scope: string,
	watch: Watch<Seen, Happening, Extra>,
	extra: Extra,
	limits: LookLimits,
): Promise<LookResult<Extra>> {
	const seen = await watch.observe(undefined);
	const { now } = seen;
	const empty: Ledger<Extra> = {
		scope,
		since: now,
		deliveries: 0,
		emittedAt: now,
		entries: new Map(),
		extra,
	};
	const changes = withRoom(watch.diff(empty, seen), empty);
	const there = changes.map((change) => ({ ...change, happening: undefined }));
	const ledger = note(watch, empty, seen, there, new Map(), limits);
	return { ledger, items: [], now, wasCut: false };
}

/** Loads until enough is found or the time is up; the rest has no result then. */
async function loadInOrder<Seen extends Look, Happening, Extra>(
	watch: Watch<Seen, Happening, Extra>,
	{ entries }: Ledger<Extra>,
	changes: Array<Change<Happening>>,
	now: number,
	{ most, loads, width, mayBeCut, tries, failed: mostFailed }: LookLimits,
	budget: Pick<Budget, 'isLate'>,
): Promise<{ results: Map<Change<Happening>, Loaded>; wasCut: boolean }> {
	const results = new Map<Change<Happening>, Loaded>();
	const tasks = changes
		.flatMap((change) =>
			change.happening === undefined ? [] : [{ change, happening: change.happening }],
		)
		.slice(0, loads);
	const triedBefore = ({ key }: Change<Happening>) => entries.get(key)?.tries ?? 0;
	let failed = tasks.filter(({ change }) => triedBefore(change) > 0).length;
	let found = 0;
	let next = 0;
	while (next < tasks.length && found < most && !(next > 0 && budget.isLate())) {
		const chunk: typeof tasks = [];
		let room = most - found;
		for (const task of tasks.slice(next)) {
			const { weight = 1 } = task.change;
			// One that makes more than is wanted is not divided; what makes nothing has room.
			const isTooMuch = weight > Math.max(room, 0) && found + chunk.length > 0;
			if (chunk.length === width || isTooMuch) break;
			chunk.push(task);
			room -= weight;
		}
		if (chunk.length === 0) break;
		next += chunk.length;
		const ends = await Promise.allSettled(
			chunk.map(async ({ change, happening }) => {
				const before = triedBefore(change);
				const isLast = before + 1 >= tries || (before === 0 && failed >= mostFailed);
				return await watch.load(happening, { now, isLast });
			}),
		);
		const stopped: unknown[] = [];
		for (const [index, end] of ends.entries()) {
			const change = chunk[index]?.change;
			if (end.status === 'rejected') stopped.push(end.reason);
			else if (change) {
				results.set(change, end.value);
				if (end.value.verdict === 'failed' && triedBefore(change) === 0) failed++;
				if (end.value.items.length > 0) found += change.weight ?? 1;
			}
		}
		if (stopped.length > 0 && (found === 0 || !mayBeCut)) throw stopped[0];
		if (stopped.length > 0) return { results, wasCut: true };
	}
	return { results, wasCut: false };
}

/** Notes what was handled; all else stays as it was known. */
function note<Seen extends Look, Happening, Extra>(
	watch: Watch<Seen, Happening, Extra>,
	ledger: Ledger<Extra>,
	seen: Seen,
	changes: Array<Change<Happening>>,
	results: ReadonlyMap<Change<Happening>, Loaded>,
	{ waiting: mostWaiting }: Pick<LookLimits, 'waiting'>,
): Ledger<Extra> {
	const entries = new Map(ledger.entries);
	const open: Array<Change<Happening>> = [];
	let waiting = [...entries.values()].filter(({ waits }) => waits).length;
	for (const change of changes) {
		const { key, happening, verdict = 'done', next, held } = change;
		const result = happening === undefined ? { verdict, next } : results.get(change);
		const before = entries.get(key);
		const isFull = result?.verdict === 'waiting' && !before?.waits && waiting >= mostWaiting;
		if (!result || isFull || result.verdict === 'open') {
			open.push(change);
			continue;
		}
		entries.delete(key);
		if (before?.waits) waiting--;
		const state = result.next === undefined ? next : result.next;
		const kept = held ?? before?.state ?? [];
		if (result.verdict === 'failed') {
			entries.set(key, { state: kept, tries: (before?.tries ?? 0) + 1 });
			open.push(change);
		} else if (result.verdict === 'waiting') {
			waiting++;
			entries.set(key, { state: kept, waits: true });
		} else if (state) entries.set(key, { state });
	}
	return watch.advance({ ...ledger, entries }, seen, open);
}

import type { INodeExecutionData } from 'n8n-workflow';
import type { Budget } from './budget';
import type { Ledger, State } from './ledger';
import { MOST_ENTRIES } from './ledger';

/**
 * What became of a change. `waiting`: not wanted in its present place. `failed`: could not be loaded. Entries of both
 * are marked, and limited in number. `open`: cannot be judged yet. Its entry stays as it was, it costs no try, and the
 * next look finds it again.
 */
export type Verdict = 'done' | 'waiting' | 'failed' | 'open';

/** One thing that is not as the ledger knows it. */
export interface Change<Happening> {
	key: string;
	/** What there is to load. Without it the change is only noted, by `verdict`. */
	happening?: Happening;
	verdict?: Exclude<Verdict, 'failed'>;
	/** The state of its entry once it is handled; null for no entry. */
	next: State | null;
	/** The state of its entry while it waits or has failed, if another one: it may need an ID to find the thing again. */
	held?: State;
	/** The most items that it makes, where it can make several. */
	weight?: number;
	/** Items are delivered in the order of this moment; without it, in the order of loading. */
	at?: number;
}

export interface Loaded {
	verdict: Verdict;
	items: INodeExecutionData[];
	/** Takes the place of the change's `next`, where loading told more. */
	next?: State | null;
}

/** Leaves new things for a later look where the ledger is full: with more entries, it could not be read again. */
export function withRoom<Happening>(
	changes: Array<Change<Happening>>,
	{ entries }: Pick<Ledger<unknown>, 'entries'>,
	most = MOST_ENTRIES,
): Array<Change<Happening>> {
	let room = most - entries.size;
	return changes.filter(({ key, next }) => next === null || entries.has(key) || room-- > 0);
}

export interface Look {
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** Why a part could not be looked at, while the rest could. */
	failure?: unknown;
}

export interface Attempt {
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** There is no further attempt: what cannot be loaded is delivered with a note. */
	isLast: boolean;
	/** There was none before, either: what is not found may be there again at the next look. */
	isOnly?: boolean;
}

/**
 * Watches something, for one look. What was not handled keeps its entry, so that the next look finds it again.
 * @typeParam Seen What a look brings.
 * @typeParam Happening What can be loaded.
 * @typeParam Extra What the ledger keeps beside its entries.
 */
export interface Watch<Seen extends Look, Happening, Extra> {
	/** Asks the provider all that `diff` needs. Cheap where nothing changed. Without a ledger: for a beginning. */
	observe(ledger: Ledger<Extra> | undefined): Promise<Seen>;
	/** Compares with the ledger. Returns the changes in the order of loading; asks nobody and keeps nothing. */
	diff(ledger: Ledger<Extra>, seen: Seen): Array<Change<Happening>>;
	/** @throws a failure that is not of the thing itself, such as of the sign-in: it stops the look. */
	load(happening: Happening, attempt: Attempt): Promise<Loaded>;
	/**
	 * Moves the ledger as far as all is handled, and drops what can be forgotten. Asks nobody, keeps nothing.
	 * @param open The changes that are not handled: no time or room was left, loading failed, or they cannot be judged.
	 */
	advance(ledger: Ledger<Extra>, seen: Seen, open: Array<Change<Happening>>): Ledger<Extra>;
}

export interface LookLimits {
	/** The most things, by weight, that one look hands over. */
	most: number;
	/** The most things that one look loads; a filter may want none of them. */
	loads: number;
	/** How many things are loaded side by side. */
	width: number;
	/** If a failure stops the look, what was loaded by then is handled, wanted or not; else nothing is, and all comes again. */
	mayBeCut: boolean;
	/** How many looks try to load a thing. */
	tries: number;
	/** The most things that may have failed. */
	failed: number;
	/** The most things that may wait. */
	waiting: number;
}

/** For a watch that hands over everything or nothing: nothing fails, and nothing waits. */
export const UNLIMITED: LookLimits = {
	most: Infinity,
	loads: Infinity,
	width: Infinity,
	mayBeCut: false,
	tries: 1,
	failed: 0,
	waiting: 0,
};

/** One look: observe, compare, load, note what was handled. Failed parts are returned as `failure`. */
export async function lookOnce<Seen extends Look, Happening, Extra>(
	known: Ledger<Extra>,
	watch: Watch<Seen, Happening, Extra>,
	limits: LookLimits,
	budget: Pick<Budget, 'isLate'>,
) {
	const seen = await watch.observe(known);
	const changes = withRoom(watch.diff(known, seen), known);
	const { results, wasCut } = await loadInOrder(watch, known, changes, seen.now, limits, budget);
	const items = [...results]
		.sort(([{ at: a = 0 }], [{ at: b = 0 }]) => a - b)
		.flatMap(([, loaded]) => loaded.items);
	const ledger = note(watch, known, seen, changes, results, limits);
	return { ledger, items, now: seen.now, wasCut, failure: seen.failure };
}

/** Makes a ledger in which all that is there counts as handled; no items. */
export async function begin<Seen extends Look, Happening, Extra>(
	scope: string,
	watch: Watch<Seen, Happening, Extra>,
	extra: Extra,
	limits: LookLimits,
) {
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

/** Loads until there is enough to hand over, or the time is up. What was not loaded has no result. */
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
	// Also those that this look does not get to: their entries stay.
	let failed = [...entries.values()].filter(({ tries: before }) => before).length;
	let filled = 0;
	let next = 0;
	while (next < tasks.length && filled < most && !(next > 0 && budget.isLate())) {
		const chunk: typeof tasks = [];
		let room = most - filled;
		for (const task of tasks.slice(next)) {
			const { weight = 1 } = task.change;
			// A thing is never divided: the first may exceed the limit. One that makes no items always fits.
			const isTooMuch = weight > Math.max(room, 0) && filled + chunk.length > 0;
			if (chunk.length === width || isTooMuch) break;
			chunk.push(task);
			room -= weight;
		}
		if (chunk.length === 0) break;
		next += chunk.length;
		const settled = await Promise.allSettled(
			chunk.map(async ({ change, happening }) => {
				const before = triedBefore(change);
				const isOnly = before === 0 && failed >= mostFailed;
				const isLast = isOnly || before + 1 >= tries;
				return await watch.load(happening, { now, isLast, isOnly });
			}),
		);
		const errors: unknown[] = [];
		for (const [index, end] of settled.entries()) {
			const change = chunk[index]?.change;
			if (end.status === 'rejected') errors.push(end.reason);
			else if (change) {
				results.set(change, end.value);
				if (end.value.verdict === 'failed' && triedBefore(change) === 0) failed++;
				if (end.value.items.length > 0) filled += change.weight ?? 1;
			}
		}
		const isAhead = [...results.values()].some(({ verdict }) => verdict === 'done');
		if (errors.length > 0 && !(isAhead && mayBeCut)) throw errors[0];
		if (errors.length > 0) return { results, wasCut: true };
	}
	return { results, wasCut: false };
}

/** Notes what was handled; the entries of all else stay as they were. */
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

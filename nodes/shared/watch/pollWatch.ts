import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import { systemClock } from '../http/clock';
import type { InvalidInput } from '../http/failures';
import { recover } from '../http/failures';
import { copyOf } from '../step/outputs';
import { activates, endActivation, endFailedPoll } from './activation';
import { startBudget } from './budget';
import type { Ledger, StoredKind } from './ledger';
import { readLedger } from './ledger';
import type { PollStart } from './pollInTurn';
import { isPending, PollInTurn } from './pollInTurn';
import { TriggerSessions } from './session';
import type { NamedPlace, NamedTrigger } from './triggerErrors';
import { FailedAt, inPlace, isOfTheThing, passes, toTriggerError } from './triggerErrors';
import { namesOf, ownState } from './triggerNames';
import type { Loaded, Look, LookLimits, Watch } from './watch';
import { begin, lookOnce } from './watch';

/** A watch that is ready to look. */
export interface Opened<Happening, Extra> {
	/** Names the account and what is watched in it: the scope of the place, and what was chosen in that place. */
	scope: string;
	/** Only the watch itself knows the type of its looks. */
	watch: Watch<Look, Happening, Extra>;
	limits: LookLimits;
	/** After how long without an item a heartbeat is due, in milliseconds; undefined for never. */
	heartbeat?: number;
	/** At an activation, what came while the workflow was switched off is not wanted. */
	beginsAnew: boolean;
	/**
	 * Makes a ledger for this scope from that of another one, or from stored data that is no ledger. Where it returns
	 * undefined, or is left out, the watch begins anew.
	 */
	salvage?(ledger: Ledger<Extra> | undefined, saved: unknown): Ledger<Extra> | undefined;
	/** What the test step tries, the best first. */
	sample(): Promise<{ now: number; happenings: Happening[] }>;
	/** What the test step says where nothing of the sample fits. */
	nothing(): InvalidInput | Promise<InvalidInput>;
	/** The test step tries the samples of several places by this, the highest first; all the same unless given. */
	rank?(happening: Happening): number;
}

/** A place that is watched beside others, and has a ledger of its own. */
export interface WatchedPlace<Happening, Extra, Memory> extends NamedPlace {
	open(memory: Memory): Promise<Opened<Happening, Extra>>;
}

/** A kind of trigger that polls. */
interface WatchKind<Happening, Extra extends IDataObject, Memory>
	extends NamedTrigger, StoredKind<Extra> {
	/** Makes the memory of a place that was not polled yet. */
	createMemory: () => Memory;
	/** `extra` of a ledger before the first look. */
	initial: Extra;
	/** Reads the settings and connects the account. Returns at least one place, which opens its own watch. */
	open(start: PollStart): Promise<Array<WatchedPlace<Happening, Extra, Memory>>>;
}

/**
 * Makes the `poll` of a node. It polls where no other poll of the trigger runs: hands over what happened since the
 * last one, or begins. In n8n's manual mode it hands over one example, and saves nothing.
 * @returns the function; it returns null when there is nothing to hand over.
 */
export function pollBy<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
) {
	/** Of all triggers of this kind in this process. */
	const sessions = new TriggerSessions<Extra, Memory>();
	return async function (
		this: IPollFunctions,
		clock: Clock = systemClock,
	): Promise<INodeExecutionData[][] | null> {
		const budget = startBudget(this, clock);
		const start = { context: this, clock, budget };
		try {
			if (this.getMode() === 'manual')
				return handOver(await exampleOf(kind, { ...start, isFirst: false }));
			const names = namesOf(this);
			ownState(this.getWorkflowStaticData('node'), names);
			const session = sessions.of(names, clock);
			const isFirst = activates(this) || isPending(this, session);
			const turn = session.takeTurn(2 * budget.total, isFirst);
			if (!turn) return null;
			const poll = new PollInTurn({ ...start, isFirst }, kind, session, turn);
			const failed = async (error: unknown) => {
				session.count(toTriggerError(this, kind, error).message);
				if (isFirst) await poll.postpone();
				throw error;
			};
			try {
				const items = await pollOnce(kind, poll).catch(failed);
				endActivation(this);
				if (items === null || poll.partlyFailed !== undefined) session.count(poll.partlyFailed);
				return items && handOver(items);
			} finally {
				turn.end();
			}
		} catch (error) {
			const goesOn = budget.isStarting && passes(error);
			return endFailedPoll(this, toTriggerError(this, kind, error), goesOn);
		} finally {
			budget.end();
		}
	};
}

function handOver(outputs: INodeExecutionData[][]): INodeExecutionData[][] {
	return outputs.map((items) => items.map((item) => ({ ...item, json: copyOf(item.json) })));
}

async function pollOnce<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
	poll: PollInTurn<Extra, Memory>,
): Promise<INodeExecutionData[][] | null> {
	const { start, saved, session } = poll;
	const places = await kind.open(start);
	const warn = (message: string) => start.context.logger.warn(`${kind.who}: ${message}`);
	const parts: unknown[] = Array.isArray(saved) ? saved : [saved];
	const stored = parts.flatMap((part) => readLedger(part, kind) ?? []);
	// n8n may have read positions while it was still storing later ones: this poll has to wait.
	if (!start.isFirst && stored.length > 0 && session.isBeingStored(stored)) return null;
	if (saved !== undefined && stored.length < parts.length) {
		warn('the saved state, or a part of it, cannot be read; what is not salvaged starts from now');
	}
	const latest = session.latestOf(stored, start.context, saved === undefined);
	// A ledger that was one of several never becomes another place's: it does not know what was delivered there.
	const salvageable = places.length === 1 && !Array.isArray(saved) ? latest : undefined;
	// What can be read and does not count is another trigger's.
	const unreadable = stored.length > 0 ? undefined : saved;
	// All places at once: a slow one takes no time from the others.
	const settled = await Promise.allSettled(
		session.withMemories(places, kind.createMemory).map(
			async ({ place, memory }) =>
				await inPlace(place, async () => {
					const opened = await place.open(memory);
					const { scope, watch, limits, heartbeat, beginsAnew } = opened;
					const own = latest.find((ledger) => ledger.scope === scope);
					const known = own ?? (salvageable && opened.salvage?.(salvageable[0], unreadable));
					const begins = !known || (start.isFirst && beginsAnew);
					const look = begins
						? await begin(scope, watch, kind.initial, limits)
						: await lookOnce(known, watch, limits, start.budget);
					return { ...look, heartbeat, begins, beginsAnew };
				}),
		),
	);
	const looks = settled.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
	const failures = settled.flatMap((end) =>
		end.status === 'rejected' && end.reason instanceof FailedAt ? [end.reason] : [],
	);
	const [look] = looks;
	if (!look) throw failures[0];
	if (looks.some(({ wasCut }) => wasCut)) warn('the poll was cut short; the next one continues');
	const isAnew = start.isFirst && look.beginsAnew;
	// A place that failed keeps its ledger, unless it is to begin anew. Any other ledger is of a place that was taken out.
	const left = (isAnew ? [] : failures).flatMap(
		({ place }) => latest.find(({ scope }) => scope.startsWith(place.scope)) ?? [],
	);
	return await poll.deliver({
		known: latest,
		ledgers: [...looks.map(({ ledger }) => ledger), ...left],
		items: looks.flatMap(({ items }) => items),
		now: Math.max(...looks.map(({ now }) => now)),
		heartbeat: look.heartbeat,
		begins: looks.some(({ begins }) => begins),
		failures,
		mayFail: !start.isFirst || (look.beginsAnew && !activates(start.context)),
	});
}

/** The first example that fits in any place, for n8n's test step. */
async function exampleOf<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
	start: PollStart,
): Promise<INodeExecutionData[][]> {
	const places = await Promise.all(
		(await kind.open(start)).map(
			async (place) =>
				await inPlace(place, async () => {
					const opened = await place.open(kind.createMemory());
					return { opened, ...(await opened.sample()) };
				}),
		),
	);
	const tries = places
		.flatMap(({ opened, now, happenings }) =>
			happenings.map((happening) => ({
				opened,
				now,
				happening,
				rank: opened.rank?.(happening) ?? 0,
			})),
		)
		.sort((a, b) => b.rank - a.rank);
	const unread: typeof tries = [];
	for (const tried of tries) {
		const { opened, now, happening } = tried;
		// One by one, the best first, until one fits and can be read.
		const { verdict, items } = await opened.watch
			.load(happening, { now, isLast: false })
			.catch(recover(isOfTheThing, (): Loaded => ({ verdict: 'failed', items: [] })));
		if (items.length > 0) return [items];
		if (verdict === 'failed') unread.push(tried);
		if (start.budget.isLate()) break;
	}
	// None could be read: the first that can be delivered with a note is, or its failure is thrown.
	for (const { opened, now, happening } of unread) {
		const { items } = await opened.watch.load(happening, { now, isLast: true });
		if (items.length > 0) return [items];
	}
	const [first] = places;
	throw await first?.opened.nothing();
}

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import { systemClock } from '../http/clock';
import type { InvalidInput } from '../http/failures';
import { recover } from '../http/failures';
import { activates, endActivation, endFailedPoll } from './activation';
import { startBudget } from './budget';
import type { Ledger, StoredKind } from './ledger';
import { readLedger } from './ledger';
import type { PollStart } from './pollInTurn';
import { isPending, PollInTurn } from './pollInTurn';
import type { TriggerNames } from './session';
import { TriggerSessions } from './session';
import type { NamedPlace, NamedTrigger } from './triggerErrors';
import { FailedAt, inPlace, isOfTheThing, toTriggerError } from './triggerErrors';
import type { Loaded, Look, LookLimits, Watch } from './watch';
import { begin, lookOnce } from './watch';

/** A watch that is ready to look. */
export interface Opened<Happening, Extra> {
	/** Names the account and what is watched in it: that of the place, and what else of it was chosen. */
	scope: string;
	/** What its looks bring is its own affair. */
	watch: Watch<Look, Happening, Extra>;
	limits: LookLimits;
	/** How long the workflow may get nothing, in milliseconds; undefined for ever. */
	heartbeat?: number;
	/** What came while the workflow was switched off is not wanted. */
	beginsAnew: boolean;
	/**
	 * What can be used of the ledger of another scope, or of what n8n has stored where that is none; undefined
	 * to begin anew, which is all there is where a watch does not say.
	 */
	salvage?(ledger: Ledger<Extra> | undefined, saved: unknown): Ledger<Extra> | undefined;
	/** What the test step tries, the best first, and what it says where nothing of it fits. */
	sample(): Promise<{ now: number; happenings: Happening[] }>;
	nothing(): InvalidInput | Promise<InvalidInput>;
	/** Of what several places have, the test step tries that with the latest moment first; all the same unless told. */
	rank?(happening: Happening): number;
}

/** A place that is watched beside others, and has a ledger of its own. */
export interface WatchedPlace<Happening, Extra, Memory> extends NamedPlace {
	open(memory: Memory): Promise<Opened<Happening, Extra>>;
}

/** A kind of trigger that polls. */
interface WatchKind<Happening, Extra extends IDataObject, Memory>
	extends NamedTrigger, StoredKind<Extra> {
	/** What a place remembers that was not polled yet. */
	createMemory: () => Memory;
	/** What is known beside the entries before the first look. */
	initial: Extra;
	/** Reads the settings, and connects the account; what is watched, each place finds by itself. At least one. */
	open(start: PollStart): Promise<Array<WatchedPlace<Happening, Extra, Memory>>>;
}

/**
 * The `poll` of a node. It polls once, when it is this trigger's turn: hands over what happened since the last poll,
 * or begins. In n8n's manual mode it hands over one example, and nothing is saved.
 * @returns a function that returns null when nothing happened.
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
			if (this.getMode() === 'manual') return await firstOf(kind, { ...start, isFirst: false });
			const session = sessions.of(triggerOf(this), clock);
			const isFirst = activates(this) || isPending(this);
			const turn = session.takeTurn(2 * budget.total, isFirst);
			if (!turn) return null;
			const run = new PollInTurn({ ...start, isFirst }, kind, session, turn);
			try {
				const items = await pollOnce(kind, run);
				endActivation(this);
				if (items === null || run.partlyFailed !== undefined) session.count(run.partlyFailed);
				return items;
			} catch (error) {
				const told = toTriggerError(this, kind, error);
				session.count(told.message);
				if (isFirst) await run.postpone();
				throw told;
			} finally {
				turn.end();
			}
		} catch (error) {
			return endFailedPoll(this, toTriggerError(this, kind, error));
		} finally {
			budget.end();
		}
	};
}

function triggerOf(context: IPollFunctions): TriggerNames {
	const [{ id: workflow }, { id, name }] = [context.getWorkflow(), context.getNode()];
	return { id: JSON.stringify([workflow, id]), name: JSON.stringify([workflow, name]) };
}

async function pollOnce<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
	run: PollInTurn<Extra, Memory>,
): Promise<INodeExecutionData[][] | null> {
	const { start, saved, session } = run;
	const places = await kind.open(start);
	const warn = (message: string) => start.context.logger.warn(`${kind.who}: ${message}`);
	const parts: unknown[] = Array.isArray(saved) ? saved : [saved];
	const stored = parts.flatMap((part) => readLedger(part, kind) ?? []);
	// n8n may have read positions while it was still storing later ones: this poll has to wait.
	if (!start.isFirst && stored.length > 0 && session.isBeingStored(stored)) return null;
	if (saved !== undefined && stored.length < parts.length) {
		warn('the saved state, or a part of it, cannot be read; what is not salvaged starts from now');
	}
	const latest = session.latestOf(stored, start.context);
	// What was one of several takes no other's place: that would not know what was delivered of it.
	const other = places.length === 1 && !Array.isArray(saved) ? latest : undefined;
	// All at once: one that is slow takes no time from the others.
	const ends = await Promise.allSettled(
		session.withMemories(places, kind.createMemory).map(
			async ({ place, memory }) =>
				await inPlace(place, async () => {
					const opened = await place.open(memory);
					const found = latest.find(({ scope }) => scope === opened.scope);
					const known = found ?? (other && opened.salvage?.(other[0], saved));
					return await lookOrBegin(kind, start, opened, known);
				}),
		),
	);
	const looks = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
	const failures = ends.flatMap((end) =>
		end.status === 'rejected' && end.reason instanceof FailedAt ? [end.reason] : [],
	);
	const [look] = looks;
	if (!look) throw failures[0];
	if (looks.some(({ wasCut }) => wasCut)) warn('the poll was cut short; the next one continues');
	// What failed to open is where it was. What else is left was taken out.
	const left = failures.flatMap(
		({ place }) => latest.find(({ scope }) => scope.startsWith(place.scope)) ?? [],
	);
	return await run.deliver({
		known: latest,
		ledgers: [...looks.map(({ ledger }) => ledger), ...left],
		items: looks.flatMap(({ items }) => items),
		now: Math.max(...looks.map(({ now }) => now)),
		heartbeat: look.heartbeat,
		begins: looks.some(({ begins }) => begins),
		failures,
	});
}

/** Looks on from what is known of a place, or begins. Keeps nothing. */
async function lookOrBegin<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
	{ isFirst, budget }: PollStart,
	{ scope, watch, limits, heartbeat, beginsAnew }: Opened<Happening, Extra>,
	known: Ledger<Extra> | undefined,
) {
	const begins = !known || (isFirst && beginsAnew);
	const look = begins
		? await begin(scope, watch, kind.initial, limits)
		: await lookOnce(known, watch, limits, budget);
	return { ...look, heartbeat, begins };
}

/**
 * The first that fits in any place, for n8n's test step.
 * @throws InvalidInput when none does.
 */
async function firstOf<Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Happening, Extra, Memory>,
	start: PollStart,
): Promise<INodeExecutionData[][]> {
	const opened = await Promise.all(
		(await kind.open(start)).map(
			async (place) =>
				await inPlace(place, async () => {
					const one = await place.open(kind.createMemory());
					return { one, ...(await one.sample()) };
				}),
		),
	);
	const tries = opened
		.flatMap(({ one, now, happenings }) =>
			happenings.map((happening) => ({ one, now, happening, rank: one.rank?.(happening) ?? 0 })),
		)
		.sort((a, b) => b.rank - a.rank);
	const unread: typeof tries = [];
	for (const tried of tries) {
		const { one, now, happening } = tried;
		// One by one from the best: the first that fits and can be read is the one.
		const { verdict, items } = await one.watch
			.load(happening, { now, isLast: false })
			.catch(recover(isOfTheThing, (): Loaded => ({ verdict: 'failed', items: [] })));
		if (items.length > 0) return [items];
		if (verdict === 'failed') unread.push(tried);
		if (start.budget.isLate()) break;
	}
	// Else as far as one is known, or why it cannot be read.
	for (const { one, now, happening } of unread) {
		const { items } = await one.watch.load(happening, { now, isLast: true });
		if (items.length > 0) return [items];
	}
	const [first] = opened;
	throw await first?.one.nothing();
}

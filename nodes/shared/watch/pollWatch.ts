import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import type { InvalidInput } from '../http/failures';
import type { Budget } from './budget';
import type { Ledger, StoredKind } from './ledger';
import { readLedger } from './ledger';
import type { NamedTrigger, PollInTurn, PollStart } from './pollInTurn';
import { pollInTurn } from './pollInTurn';
import type { TriggerSessions } from './session';
import type { Look, LookLimits, Watch } from './watch';
import { begin, lookOnce } from './watch';

/** A watch that is ready to look. */
export interface Opened<Seen extends Look, Happening, Extra> {
	/** Names the account and what is watched in it. */
	scope: string;
	watch: Watch<Seen, Happening, Extra>;
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
	readonly nothing: InvalidInput;
}

/** A kind of trigger that polls. */
export interface WatchKind<Seen extends Look, Happening, Extra extends IDataObject, Memory>
	extends NamedTrigger, StoredKind<Extra> {
	sessions: TriggerSessions<Ledger<Extra>, Memory>;
	/** What is known beside the entries before the first look. */
	initial: Extra;
	/** Reads the settings, connects the account, and finds what is watched. */
	open(start: PollStart<Memory>): Promise<Opened<Seen, Happening, Extra>>;
}

/**
 * Polls once: hands over what happened since the last poll, or begins. In n8n's manual mode it hands over one
 * example, and nothing is saved.
 * @returns null when nothing happened.
 */
export async function pollWatch<Seen extends Look, Happening, Extra extends IDataObject, Memory>(
	context: IPollFunctions,
	clock: Clock,
	kind: WatchKind<Seen, Happening, Extra, Memory>,
): Promise<INodeExecutionData[][] | null> {
	return await pollInTurn<Extra, Memory>(context, clock, {
		...kind,
		findForTest: async (start) => await firstOf(await kind.open(start), start.budget),
		poll: async (run) => await pollOnce(kind, run),
	});
}

async function pollOnce<Seen extends Look, Happening, Extra extends IDataObject, Memory>(
	kind: WatchKind<Seen, Happening, Extra, Memory>,
	run: PollInTurn<Extra, Memory>,
): Promise<INodeExecutionData[][] | null> {
	const opened = await kind.open(run);
	const { scope, watch, limits, heartbeat, beginsAnew } = opened;
	const stored = readLedger(run.saved, kind);
	if (stored && run.isBeingStored(stored)) return null;
	const latest = stored && run.session.latestOf(stored);
	const usable = latest?.scope === scope ? latest : opened.salvage?.(latest, run.saved);
	const known = run.isFirst && beginsAnew ? undefined : usable;
	if (!known) return await run.begin(await begin(scope, watch, kind.initial, limits));
	const { ledger, items, now, wasCut } = await lookOnce(known, watch, limits, run.budget);
	if (wasCut) {
		run.context.logger.warn(`${kind.who}: the poll was cut short; the next one continues`);
	}
	return await run.deliver(ledger, items, now, heartbeat);
}

/**
 * The first that fits, for n8n's test step.
 * @throws InvalidInput when none does.
 */
async function firstOf<Seen extends Look, Happening, Extra>(
	opened: Opened<Seen, Happening, Extra>,
	budget: Budget,
): Promise<INodeExecutionData[][]> {
	const { watch, sample } = opened;
	const { now, happenings } = await sample();
	for (const happening of happenings) {
		// One by one from the best: the first that fits is the one.
		const { items } = await watch.load(happening, { now, isLast: true });
		if (items.length > 0) return [items];
		if (budget.isLate()) break;
	}
	throw opened.nothing;
}

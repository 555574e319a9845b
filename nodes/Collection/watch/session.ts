import type { IDataObject } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { z } from 'zod';
import { readLedger, saveLedger } from '../../shared/watch/ledger';
import type { NodeContext } from '../../shared/watch/triggerNames';
import { namesOf, OWNER, ownState, storedWithWorkflow } from '../../shared/watch/triggerNames';
import type { AccountExtra, AccountLedger } from './knownThings';
import { nothingKnown, registration, storedAccount } from './knownThings';

/** What every context of n8n has that a session needs. */
interface Context extends NodeContext {
	getMode(): string;
	getWorkflowStaticData(type: string): IDataObject;
}

type Storage = Pick<Context, 'getWorkflowStaticData'>;
type Registration = AccountExtra['registration'];

const storedHead = z.object({ deliveries: z.number(), extra: z.object({ registration }) });

/** What stays of a trigger when an update of the package loads this module anew; only JSON, and what is n8n's. */
interface Shelf {
	/** The last state that this process had n8n store. */
	state?: IDataObject;
	/** What n8n hands to the polls. It stores all of that copy when another trigger of the workflow tells something. */
	polled?: IDataObject;
}

/**
 * What a trigger knows. n8n gives each delivery a copy of its own of the stored state, and each poll the copy from the
 * activation. Each of them overwrites what the others stored. So this process holds the true ledger, and each of them
 * stores all of it.
 */
export class CollectionSession {
	/** The true ledger. Its `deliveries` count how often it was stored: of two copies, the later one counts. */
	private known = nothingKnown('');

	private last: Promise<unknown> = Promise.resolve();

	/** The code from before an update stored something while the present task ran. */
	private isOvertaken = false;

	/** How often n8n removed the webhook: it drops the items of a look that began before. */
	removals = 0;

	/** Keys of what looks could not tell. */
	readonly failing = new Set<string>();

	constructor(
		private readonly shelf: Shelf = {},
		private readonly trigger = '',
	) {}

	/** The true ledger, as it is now. */
	get ledger(): AccountLedger {
		return this.known;
	}

	/**
	 * Takes over a stored ledger, where another process stored it after this one; and always the webhook that was
	 * registered last. A process that knows only an older one may have stored more, and would refuse what is delivered.
	 */
	catchUp(stored: unknown): this {
		const head = storedHead.safeParse(stored).data;
		if (!head) return this;
		const { known } = this;
		const isLater = head.deliveries > known.deliveries;
		const ledger = (isLater && readLedger(stored, storedAccount)) || known;
		const webhooks = [known.extra.registration, head.extra.registration];
		const [last, other] = isLater ? webhooks.reverse() : webhooks;
		// That of the last ledger, or none where it has none, unless the other one was registered after it.
		const registration = last && other && other.since > last.since ? other : last;
		this.known = { ...ledger, extra: { ...ledger.extra, registration } };
		return this;
	}

	/**
	 * Has n8n store a ledger that was made of the true one. A task that was overtaken stores nothing, and runs again.
	 * The webhook stays: it may have been registered meanwhile, out of turn.
	 */
	store(context: Storage, ledger: AccountLedger): void {
		this.put(context, ledger, this.known.extra.registration);
	}

	/** Notes what n8n hands to a poll: from now on it holds the true ledger. */
	followPoll(context: Storage): void {
		this.shelf.polled = context.getWorkflowStaticData('node');
	}

	/** Has n8n store another webhook, or none. */
	register(context: Storage, registration: Registration): void {
		this.put(context, this.known, registration);
	}

	private put(context: Storage, ledger: AccountLedger, registration: Registration): void {
		const { deliveries } = this.known;
		const onShelf = storedHead.safeParse(this.shelf.state).data;
		this.isOvertaken = onShelf !== undefined && onShelf.deliveries > deliveries;
		if (this.isOvertaken) return;
		const { lists, events } = ledger.extra;
		const extra = { lists, events, ...(registration ? { registration } : {}) };
		this.known = { ...ledger, deliveries: deliveries + 1, extra };
		this.shelf.state = saveLedger(this.known);
		for (const copy of [context.getWorkflowStaticData('node'), this.shelf.polled]) {
			if (!copy) continue;
			copy.state = structuredClone(this.shelf.state);
			copy[OWNER] = this.trigger;
		}
	}

	/** Runs one task after the other: a thing that is read twice at once would be told twice. */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		const untilNotOvertaken = async (): Promise<T> => {
			this.isOvertaken = false;
			const result = await task();
			if (!this.isOvertaken) return result;
			this.catchUp(this.shelf.state);
			return await untilNotOvertaken();
		};
		const turn = this.last.then(untilNotOvertaken);
		this.last = turn.catch(() => undefined);
		return await turn;
	}
}

/** The key of the shelves, on an object of n8n's that is not loaded anew. The number is the version of their form. */
const SHELVES = Symbol.for('n8n-nodes-mail-collection.collectionTrigger.2');

/**
 * The shelf of a trigger. n8n gives polls the state of the activation, without what deliveries noted since. After an
 * update of the package, each of these would be told again. n8n's check of packages lets no code use `globalThis`, and
 * nothing else of n8n's outlives an update.
 */
function shelfOf(trigger: string): Shelf {
	const known: unknown = Reflect.get(NodeConnectionTypes, SHELVES);
	const shelves = known instanceof Map ? known : new Map<string, Shelf>();
	Reflect.set(NodeConnectionTypes, SHELVES, shelves);
	const shelf: Shelf = shelves.get(trigger) ?? {};
	shelves.set(trigger, shelf);
	return shelf;
}

/** The sessions of this process, by trigger: one for each that was switched on since it started. */
const sessions = new Map<string, CollectionSession>();

/** The session of a trigger. Each run of a test has one of its own, which knows only what n8n has stored. */
export function sessionOf(context: Context): CollectionSession {
	const names = namesOf(context);
	const { id: trigger } = names;
	const stored = ownState(context.getWorkflowStaticData('node'), names).state;
	if (context.getMode() === 'manual') return new CollectionSession().catchUp(stored);
	const shelf = shelfOf(trigger);
	const session = sessions.get(trigger) ?? new CollectionSession(shelf, trigger);
	sessions.set(trigger, session);
	const { state: delivered } = ownState(storedWithWorkflow(context), names);
	return session.catchUp(stored).catchUp(delivered).catchUp(shelf.state);
}

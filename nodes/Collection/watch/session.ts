import type { IDataObject } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { z } from 'zod';
import { readLedger, saveLedger } from '../../shared/watch/ledger';
import type { AccountExtra, AccountLedger } from './knownThings';
import { nothingKnown, registration, storedAccount } from './knownThings';

/** What every context of n8n has that a session needs. */
interface Context {
	getWorkflow(): { id?: string };
	getNode(): { id: string };
	getMode(): string;
	getWorkflowStaticData(type: string): IDataObject;
}

type Storage = Pick<Context, 'getWorkflowStaticData'>;
type Registration = AccountExtra['registration'];

const storedHead = z.object({ deliveries: z.number(), extra: z.object({ registration }) });

/** What of a trigger outlives an update of the package, which loads this module anew: JSON alone. */
interface Shelf {
	/** The newest of what this process had n8n store. */
	state?: IDataObject;
}

/**
 * What a trigger knows. n8n gives each delivery a copy of its own of what it stores for the trigger,
 * and polls another one from when the workflow was switched on; each of them overwrites what the
 * others stored. So this process holds what is true, and every one of them stores all of it.
 */
export class CollectionSession {
	/** Its `deliveries` say how often it was stored: of two copies the later one counts. */
	private known = nothingKnown('');

	private last: Promise<unknown> = Promise.resolve();

	/** The task that runs was not the only one: the code of before an update stored something meanwhile. */
	private isOvertaken = false;

	/** How often n8n took the trigger off: it throws away what a look brings that began before. */
	removals = 0;

	constructor(private readonly shelf: Shelf = {}) {}

	/** What is true. */
	get ledger(): AccountLedger {
		return this.known;
	}

	/**
	 * Takes what n8n stores, where another process stored it after this one; and the webhook that was registered last: a
	 * process may have stored more than the one that registered it, and would refuse what is delivered from then on.
	 */
	catchUp(stored: unknown): this {
		const head = storedHead.safeParse(stored).data;
		if (!head) return this;
		const { known } = this;
		const isLater = head.deliveries > known.deliveries;
		const ledger = (isLater && readLedger(stored, storedAccount)) || known;
		const [last, other] = isLater ? [head, known] : [known, head];
		const registration = newerOf(last.extra.registration, other.extra.registration);
		this.known = { ...ledger, extra: { ...ledger.extra, registration } };
		return this;
	}

	/**
	 * Has n8n store a ledger that was made of the true one; a task in turn that was overtaken runs again instead.
	 * The webhook stays: it may have been registered meanwhile, out of turn.
	 */
	store(context: Storage, ledger: AccountLedger): void {
		this.put(context, ledger, this.known.extra.registration);
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
		context.getWorkflowStaticData('node').state = structuredClone(this.shelf.state);
	}

	/** Runs one task after the other: a thing that is read twice at once would be told twice. */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		const untilFirst = async (): Promise<T> => {
			this.isOvertaken = false;
			const result = await task();
			if (!this.isOvertaken) return result;
			this.catchUp(this.shelf.state);
			return await untilFirst();
		};
		const turn = this.last.then(untilFirst, untilFirst);
		this.last = turn.catch(() => undefined);
		return await turn;
	}
}

/** The webhook that was stored last, unless the other one was registered after it; where the last has none, none. */
function newerOf(last: Registration, other: Registration): Registration {
	return last && other && other.since > last.since ? other : last;
}

/** Where the shelves are: on an object of n8n's, which is not loaded anew. The number is that of the form. */
const SHELVES = Symbol.for('n8n-nodes-mail-collection.collectionTrigger.2');

/**
 * The shelf of a trigger. n8n hands polls what it stored when the workflow was switched on, without what
 * deliveries noted since: after an update of the package each of them would be told again. n8n's check of
 * packages lets no code use `globalThis`, and nothing else of n8n's outlives both.
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

/** The session of a trigger. A test has one of its own each time, which begins with nothing known. */
export function sessionOf(context: Context): CollectionSession {
	const stored = context.getWorkflowStaticData('node').state;
	if (context.getMode() === 'manual') return new CollectionSession().catchUp(stored);
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const shelf = shelfOf(trigger);
	const session = sessions.get(trigger) ?? new CollectionSession(shelf);
	sessions.set(trigger, session);
	return session.catchUp(stored).catchUp(shelf.state);
}

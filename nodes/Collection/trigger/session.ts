import type { IDataObject } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { z } from 'zod';
import { Memory } from './memory';

/** The webhook at Content Snare that belongs to a trigger. */
export interface Registration {
	id: string;
	/** The secret in its address. */
	key: string;
}

/** What every context of n8n has that a session needs. */
interface Context {
	getWorkflow(): { id?: string };
	getNode(): { id: string };
	getMode(): string;
	getWorkflowStaticData(type: string): IDataObject;
}

const storedShape = z
	.object({
		/** How often it was stored: of two copies the later one counts. */
		revision: z.number(),
		registration: z.object({ id: z.string(), key: z.string() }).optional(),
		memory: z.unknown(),
	})
	.catch({ revision: 0, memory: undefined });

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
export class TriggerSession {
	registration?: Registration;

	memory = new Memory();

	private revision = 0;

	private last: Promise<unknown> = Promise.resolve();

	/** The task that runs was not the only one: the code of before an update stored something meanwhile. */
	private isOvertaken = false;

	constructor(private readonly shelf: Shelf = {}) {}

	/** Takes what n8n stores, where another process stored it after this one. */
	catchUp(stored: unknown): this {
		const { revision, registration, memory } = storedShape.parse(stored);
		if (revision > this.revision) {
			this.revision = revision;
			this.registration = registration;
			this.memory = new Memory(memory);
		}
		return this;
	}

	/** Has n8n store it; a task in turn that was overtaken runs again instead. */
	store(context: Pick<Context, 'getWorkflowStaticData'>): void {
		this.isOvertaken = storedShape.parse(this.shelf.state).revision > this.revision;
		if (this.isOvertaken) return;
		this.revision += 1;
		const { revision, registration, memory } = this;
		const registered = registration && { registration: { ...registration } };
		this.shelf.state = { revision, ...registered, memory: memory.save() };
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

/** Where the shelves are: on an object of n8n's, which is not loaded anew. The number is that of the form. */
const SHELVES = Symbol.for('n8n-nodes-mail-collection.collectionTrigger.1');

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
const sessions = new Map<string, TriggerSession>();

/** The session of a trigger. A test has one of its own each time, which begins with nothing known. */
export function sessionOf(context: Context): TriggerSession {
	const stored = context.getWorkflowStaticData('node').state;
	if (context.getMode() === 'manual') return new TriggerSession().catchUp(stored);
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const shelf = shelfOf(trigger);
	const session = sessions.get(trigger) ?? new TriggerSession(shelf);
	sessions.set(trigger, session);
	return session.catchUp(stored).catchUp(shelf.state);
}

import type { IDataObject } from 'n8n-workflow';
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

	/** Has n8n store it. */
	store(context: Pick<Context, 'getWorkflowStaticData'>): void {
		this.revision += 1;
		const { revision, registration, memory } = this;
		const state = { revision, ...(registration && { registration: { ...registration } }) };
		context.getWorkflowStaticData('node').state = { ...state, memory: memory.save() };
	}

	/** Runs one task after the other: a thing that is read twice at once would be told twice. */
	async inTurn<T>(task: () => Promise<T>): Promise<T> {
		const turn = this.last.then(task, task);
		this.last = turn.catch(() => undefined);
		return await turn;
	}
}

/** The sessions of this process, by trigger: one for each that was switched on since it started. */
const sessions = new Map<string, TriggerSession>();

/** The session of a trigger. A test has one of its own each time, which begins with nothing known. */
export function sessionOf(context: Context): TriggerSession {
	const stored = context.getWorkflowStaticData('node').state;
	if (context.getMode() === 'manual') return new TriggerSession().catchUp(stored);
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const session = sessions.get(trigger) ?? new TriggerSession();
	sessions.set(trigger, session);
	return session.catchUp(stored);
}

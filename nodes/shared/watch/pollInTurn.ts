/*
 * This folder holds what all triggers that poll have in common: who polls now, what n8n has stored of
 * how far they got, and how long a poll may take. It must not know what is watched, nor at which provider.
 */

import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { ZodError } from 'zod';
import type { Clock } from '../http/clock';
import { isTimeout } from '../http/clock';
import { InvalidInput, ProviderFailure, withPermissions } from '../http/failures';
import { toNodeError } from '../step/toNodeError';
import type { Budget } from './budget';
import { startBudget } from './budget';
import type { Ledger } from './ledger';
import { saveLedger } from './ledger';
import type { TriggerSession, TriggerSessions, Turn } from './session';
import { activates, endActivation } from './session';

/** What a poll is given. */
export interface PollStart<Memory> {
	context: IPollFunctions;
	clock: Clock;
	budget: Budget;
	/** What the polls of the trigger leave to each other. */
	memory: Memory;
	/** It is the first poll of an activation. */
	isFirst: boolean;
}

/** How a kind of trigger is named, and what a person does about it. */
export interface NamedTrigger {
	/** As errors name it, with its article. */
	who: string;
	/** What the account has to be permitted. */
	permission: readonly string[];
	/** What n8n shows of its fields. */
	fields: INodeProperties[];
	/** What a person does about a poll that takes too long: a clause that follows "If it stays so,". */
	whenTooSlow: string;
}

/** A kind of trigger. */
export interface PolledTrigger<Extra extends IDataObject, Memory> extends NamedTrigger {
	sessions: TriggerSessions<Ledger<Extra>, Memory>;
	/** What n8n's test step shows; nothing is saved. */
	findForTest(start: PollStart<Memory>): Promise<INodeExecutionData[][] | null>;
	/** @returns what the workflow gets; null when there is nothing new. */
	poll(run: PollInTurn<Extra, Memory>): Promise<INodeExecutionData[][] | null>;
}

/** A poll that no other one runs beside, and that saves how far it got. */
export class PollInTurn<Extra extends IDataObject, Memory> implements PollStart<Memory> {
	readonly context: IPollFunctions;

	readonly clock: Clock;

	readonly budget: Budget;

	readonly memory: Memory;

	/** What `saveLedger` made of the last position that n8n stored, or whatever else stands there. */
	readonly saved: unknown;

	readonly isFirst: boolean;

	constructor(
		{ context, clock, budget, memory, isFirst }: PollStart<Memory>,
		private readonly trigger: NamedTrigger,
		readonly session: TriggerSession<Ledger<Extra>, Memory>,
		private readonly turn: Turn,
	) {
		this.context = context;
		this.clock = clock;
		this.budget = budget;
		this.memory = memory;
		this.isFirst = isFirst;
		this.saved = this.state.cursor;
	}

	/** True for a position that n8n read while it was still storing a later one: this poll has to wait. */
	isBeingStored(position: Ledger<Extra>): boolean {
		return !this.isFirst && this.session.isBeingStored(position);
	}

	/** The trigger begins anew, at this position. */
	async begin(position: Ledger<Extra>): Promise<null> {
		if (!this.save(position)) return null;
		this.session.forget();
		await this.storeNow();
		return null;
	}

	/**
	 * Hands items over to the workflow, or only saves how far the poll got where there are none. Where
	 * the workflow got nothing for long, it gets a sign that polls work, if that is wanted.
	 * @param now the provider's time, in milliseconds since the epoch.
	 * @param heartbeat how long the workflow may get nothing, in milliseconds; undefined for ever.
	 * @returns null when a later poll took the place of this one, too: it finds them again.
	 * @throws ProviderFailure when n8n does not wait for the poll any more.
	 */
	async deliver(
		position: Ledger<Extra>,
		found: INodeExecutionData[],
		now: number,
		heartbeat = Infinity,
	): Promise<INodeExecutionData[][] | null> {
		// A moment that lies ahead was written by something else, and would never come.
		const quietSince = Math.min(position.emittedAt ?? now, now);
		const isDue = found.length === 0 && now - quietSince >= heartbeat;
		const items = isDue ? [{ json: this.signOfLife(quietSince, now) }] : found;
		if (items.length > 0) {
			const next = { ...position, deliveries: position.deliveries + 1, emittedAt: now };
			if (!this.save(next)) return null;
			this.session.handOver(next);
			return [items];
		}
		const quiet = { ...position, emittedAt: quietSince };
		if (!this.save(quiet)) return null;
		this.session.keep(quiet);
		if (this.isFirst) await this.storeNow();
		return null;
	}

	/** The item that says that polls work, and how many did not. */
	private signOfLife(quietSince: number, now: number): IDataObject {
		const { polls, failed, lastFailure } = this.session.countsSoFar();
		return {
			heartbeat: true,
			polledAt: new Date(now).toISOString(),
			quietSince: new Date(quietSince).toISOString(),
			polls: polls + 1,
			failedPolls: failed,
			...(lastFailure === undefined ? {} : { lastFailure }),
		};
	}

	/**
	 * Saves where the poll ends. n8n hands the items on in the same turn of the event loop, so that
	 * deciding and saving happen in one go. A poll that began before n8n updated the package has a turn of
	 * its own beside those of the new code: what is stored tells that another one was first.
	 * @returns false when a later poll took the place of this one: nothing is saved, or to be delivered.
	 */
	private save(position: Ledger<Extra>): boolean {
		if (this.budget.isOver()) throw pollTookTooLong(this.trigger);
		if (!this.turn.isCurrent() || this.state.cursor !== this.saved) return false;
		this.state.cursor = saveLedger(position);
		return true;
	}

	/**
	 * Has n8n store what was saved. With its durable cursors, n8n 2.41 stores what a scheduled poll
	 * saved, but of a poll that activates the workflow only what goes with items: where the trigger
	 * starts would be forgotten, and the next poll start later. Without them this does nothing.
	 */
	private async storeNow(): Promise<void> {
		await this.context.__commitCursor?.();
	}

	/** What n8n stores for the trigger; it is changed in place. */
	private get state(): IDataObject {
		return this.context.getWorkflowStaticData('node');
	}
}

/**
 * Polls once, when it is this trigger's turn. In n8n's manual mode: what the test step shows.
 * @returns null when there is nothing new.
 */
export async function pollInTurn<Extra extends IDataObject, Memory>(
	context: IPollFunctions,
	clock: Clock,
	trigger: PolledTrigger<Extra, Memory>,
): Promise<INodeExecutionData[][] | null> {
	const { sessions, findForTest, poll } = trigger;
	const budget = startBudget(context, clock);
	try {
		if (context.getMode() === 'manual') {
			const memory = sessions.createMemory();
			return await findForTest({ context, clock, budget, memory, isFirst: false });
		}
		const session = sessions.of(triggerOf(context), clock);
		const isFirst = activates(context);
		const turn = session.takeTurn(2 * budget.total, isFirst);
		if (!turn) return null;
		try {
			const { memory } = session;
			const start = { context, clock, budget, memory, isFirst };
			const items = await poll(new PollInTurn(start, trigger, session, turn));
			endActivation(context);
			if (items === null) session.count();
			return items;
		} catch (error) {
			const told = toTriggerError(context, trigger, error);
			session.count(told.message);
			throw told;
		} finally {
			turn.end();
		}
	} catch (error) {
		throw toTriggerError(context, trigger, error);
	} finally {
		budget.end();
	}
}

/** Names the trigger in this process. */
function triggerOf(context: IPollFunctions): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

function pollTookTooLong({ whenTooSlow }: NamedTrigger) {
	return new ProviderFailure('unavailable', 'The provider answered too slowly for one poll', {
		hint: `The next poll tries again. If it stays so, ${whenTooSlow}.`,
	});
}

/** Wrong input is not tried again at once: n8n waits for somebody to change it. */
function toTriggerError(
	context: IPollFunctions,
	trigger: NamedTrigger,
	error: unknown,
): NodeApiError | NodeOperationError {
	const { who, permission, fields } = trigger;
	const known = isTimeout(error) ? pollTookTooLong(trigger) : error;
	const cause = withPermissions(known, who, permission);
	const nodeError = toNodeError(context.getNode(), cause, { fields });
	if (cause instanceof InvalidInput || cause instanceof ZodError) {
		nodeError.failure = { cause: 'configuration-invalid' };
	}
	return nodeError;
}

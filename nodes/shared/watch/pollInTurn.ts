/*
 * This folder holds what all triggers that poll have in common: who polls now, what n8n has stored of
 * how far they got, and how long a poll may take. It must not know what is watched, nor at which provider.
 */

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import type { Budget } from './budget';
import type { Ledger } from './ledger';
import { saveLedger } from './ledger';
import type { TriggerSession, Turn } from './session';
import { deliveriesOf } from './session';
import type { FailedAt, NamedTrigger } from './triggerErrors';
import { pollTookTooLong, toTriggerError } from './triggerErrors';

/** What a poll is given. */
export interface PollStart {
	context: IPollFunctions;
	clock: Clock;
	budget: Budget;
	/** It is the first poll of an activation. */
	isFirst: boolean;
}

/** What a poll brought. */
interface PollResult<Extra> {
	/** How far it was known to be. */
	known: ReadonlyArray<Ledger<Extra>>;
	/** How far each place got; one that failed is as it was. */
	ledgers: ReadonlyArray<Ledger<Extra>>;
	items: INodeExecutionData[];
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** How long the workflow may get nothing, in milliseconds; undefined for ever. */
	heartbeat?: number;
	/** A place begins anew. */
	begins: boolean;
	/** The places that failed, while others did not. */
	failures: FailedAt[];
}

/** Stands beside the cursor while the first poll of an activation has failed. */
const PENDING = 'activationPending';

/**
 * True where the first poll of an activation failed and none came through since. n8n 2.41 calls the next one an update
 * or a start, with which a trigger goes on where it was, maybe weeks ago.
 */
export function isPending(context: IPollFunctions): boolean {
	return context.getWorkflowStaticData('node')[PENDING] === true;
}

/** A poll that no other one runs beside, and that saves how far it got. */
export class PollInTurn<Extra extends IDataObject, Memory> {
	/** What `saveLedger` made of the last position that n8n stored, a list of them, or whatever else stands there. */
	readonly saved: unknown;

	/** What was told of places that failed, in a poll that delivered something all the same. */
	partlyFailed?: string;

	constructor(
		readonly start: PollStart,
		private readonly trigger: NamedTrigger,
		readonly session: TriggerSession<Extra, Memory>,
		private readonly turn: Turn,
	) {
		this.saved = this.state.cursor;
	}

	/**
	 * Hands items over to the workflow, or only saves how far the poll got where there are none. Where
	 * the workflow got nothing for long, it gets a sign that polls work, if that is wanted. All places are saved
	 * in one go, after the last of them was looked at.
	 * @returns null when a later poll took the place of this one, too: it finds them again.
	 * @throws ProviderFailure when n8n does not wait for the poll any more.
	 * @throws NodeApiError or NodeOperationError when a place failed in the first poll of an activation.
	 */
	async deliver(found: PollResult<Extra>): Promise<INodeExecutionData[][] | null> {
		const { known, ledgers, now, heartbeat = Infinity, begins } = found;
		const isQuiet = found.items.length === 0;
		this.tell(found.failures);
		// A moment that lies ahead was written by something else, and would never come.
		const quietSince = Math.min(now, ...ledgers.map(({ emittedAt = now }) => emittedAt));
		const isDue = isQuiet && found.failures.length === 0 && now - quietSince >= heartbeat;
		const items = isDue ? [{ json: this.signOfLife(quietSince, now) }] : found.items;
		const isHandedOver = items.length > 0;
		const deliveries = deliveriesOf([...known, ...ledgers]) + (isHandedOver ? 1 : 0);
		const emittedAt = isHandedOver ? now : quietSince;
		const next = ledgers.map((ledger) => ({ ...ledger, deliveries, emittedAt }));
		if (!this.save(next, next.length + found.failures.length > 1)) return null;
		if (isHandedOver) {
			this.session.handOver(next);
			return [items];
		}
		this.session.keep(next);
		if (this.start.isFirst || begins) await this.storeNow();
		return null;
	}

	/**
	 * Says which places failed. n8n makes a failed execution of what it is told, as of an error that a poll throws. But
	 * such an error would withhold what the others brought, and n8n's scheduler makes a pause of half an hour after some.
	 * @throws NodeApiError or NodeOperationError in the first poll of an activation: who switches a workflow on hears of it.
	 */
	private tell(failures: readonly FailedAt[]): void {
		const due = this.session.placesToTell(failures.map(({ place }) => place.name));
		for (const failure of failures) {
			const error = toTriggerError(this.start.context, this.trigger, failure);
			this.start.context.logger.warn(`${this.trigger.who}: ${error.message}`);
			this.partlyFailed ??= error.message;
			if (this.start.isFirst) throw error;
			if (due.includes(failure.place.name)) this.start.context.__emitError(error);
		}
	}

	/** The first poll of an activation failed: the next one takes its place where it would go on from something old. */
	async postpone(): Promise<void> {
		if (!this.turn.isCurrent() || this.saved === undefined) return;
		this.state[PENDING] = true;
		// Where that cannot be stored either, what the poll failed of is told all the same.
		await Promise.allSettled([this.storeNow()]);
	}

	/** The item that says that polls work, and how many did not. */
	private signOfLife(quietSince: number, now: number): IDataObject {
		const { polls, failed, lastFailure } = this.session.counts;
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
	 * @param areSeveral Several places are watched, although nothing may be known of some of them yet.
	 * @returns false when a later poll took the place of this one: nothing is saved, or to be delivered.
	 */
	private save(positions: ReadonlyArray<Ledger<Extra>>, areSeveral: boolean): boolean {
		if (this.start.budget.isOver()) throw pollTookTooLong(this.trigger);
		if (!this.turn.isCurrent() || this.state.cursor !== this.saved) return false;
		const [only, ...more] = positions.map(saveLedger);
		// Once there were several, it stays a list: one that is alone in it can take no other's place.
		this.state.cursor = areSeveral || Array.isArray(this.saved) ? [only, ...more] : only;
		delete this.state[PENDING];
		return true;
	}

	/**
	 * Has n8n store what was saved. With its durable cursors, n8n 2.41 stores what a scheduled poll
	 * saved, but of a poll that activates the workflow only what goes with items: where the trigger
	 * starts would be forgotten, and the next poll start later. Without them this does nothing.
	 */
	private async storeNow(): Promise<void> {
		await this.start.context.__commitCursor?.();
	}

	/** What n8n stores for the trigger; it is changed in place. */
	private get state(): IDataObject {
		return this.start.context.getWorkflowStaticData('node');
	}
}

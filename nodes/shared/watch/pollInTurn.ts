/*
 * This folder holds what all triggers that poll have in common: who polls now, what n8n has stored of
 * how far they got, and how long a poll may take. It must not know what is watched, nor at which provider.
 */

import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import type { Budget } from './budget';
import type { Ledger } from './ledger';
import { deliveriesOf, saveLedger } from './ledger';
import type { TriggerSession, Turn } from './session';
import type { NamedTrigger } from './triggerErrors';
import { FailedAt, pollTookTooLong, toTriggerError } from './triggerErrors';
import { OWNER } from './triggerNames';

/** What a poll is given. */
export interface PollStart {
	context: IPollFunctions;
	clock: Clock;
	budget: Budget;
	/** True for the first poll of an activation. */
	isFirst: boolean;
}

interface PollResult<Extra> {
	/** The ledgers with which the poll began. */
	known: ReadonlyArray<Ledger<Extra>>;
	/** The ledgers with which it ended; that of a place that failed is as it was. */
	ledgers: ReadonlyArray<Ledger<Extra>>;
	items: INodeExecutionData[];
	/** The provider's time, in milliseconds since the epoch. */
	now: number;
	/** After how long without an item a heartbeat is due, in milliseconds; undefined for never. */
	heartbeat?: number;
	/** A place began anew: what was there counts as handled. */
	begins: boolean;
	/** The places that failed, while others did not. */
	failures: FailedAt[];
	/**
	 * Some may. Not while somebody publishes, who must see it. Nor in a first poll that goes on from before: only such a
	 * poll knows what is too old by now.
	 */
	mayFail: boolean;
}

/** The key beside the stored cursor that says: the first poll of the activation failed, and none has succeeded since. */
const PENDING = 'activationPending';

/**
 * True where the first poll of an activation failed, and none has succeeded since. n8n 2.41 calls the next poll an
 * update or a start: the trigger would go on from where it was, maybe weeks ago.
 */
export function isPending(context: IPollFunctions, session: { overcome?: unknown }): boolean {
	const pending = context.getWorkflowStaticData('node')[PENDING];
	return pending !== undefined && pending !== session.overcome;
}

/** A poll that has the turn, and saves how far it got. */
export class PollInTurn<Extra extends IDataObject, Memory> {
	/** What n8n has stored: a ledger as `saveLedger` wrote it, a list of them, or anything else. */
	readonly saved: unknown;

	/** The first message about a place that failed, where the poll went on with the others. */
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
	 * Hands the items over to the workflow; without any, only saves how far the poll got. A workflow that got nothing
	 * for long gets a heartbeat, if that is wanted. All places are saved in one go, after the last of them was looked
	 * at.
	 * @returns null when there is nothing to hand over, or a later poll took over: that one finds the items again.
	 * @throws ProviderFailure when n8n no longer waits for the poll.
	 * @throws FailedAt when a place failed that may not.
	 */
	async deliver(result: PollResult<Extra>): Promise<INodeExecutionData[][] | null> {
		const { known, ledgers, now, heartbeat = Infinity, begins } = result;
		const isQuiet = result.items.length === 0;
		this.tell(result);
		// A stored moment in the future is not the trigger's own: it must not put off the heartbeat.
		const quietSince = Math.min(now, ...ledgers.map(({ emittedAt = now }) => emittedAt));
		const isDue = isQuiet && result.failures.length === 0 && now - quietSince >= heartbeat;
		const items = isDue ? [{ json: this.heartbeatItem(quietSince, now) }] : result.items;
		const isHandedOver = items.length > 0;
		const deliveries = deliveriesOf([...known, ...ledgers]) + (isHandedOver ? 1 : 0);
		const emittedAt = isHandedOver ? now : quietSince;
		const next = ledgers.map((ledger) => ({ ...ledger, deliveries, emittedAt }));
		if (!this.save(next, next.length + result.failures.length > 1)) return null;
		if (isHandedOver) {
			this.session.handOver(next);
			return [items];
		}
		this.session.keep(next);
		if (this.start.isFirst || begins) await this.storeNow();
		return null;
	}

	/**
	 * Tells n8n which places failed: it makes a failed execution of each, as of an error that a poll throws. A thrown
	 * error would withhold the items of the others, and n8n's scheduler pauses for half an hour after some.
	 * @throws FailedAt where none may fail: it names all that failed like the first.
	 */
	private tell({ failures, mayFail }: Pick<PollResult<Extra>, 'failures' | 'mayFail'>): void {
		const [first] = failures;
		if (first && !mayFail) {
			const alike = failures.filter(({ reason }) => String(reason) === String(first.reason));
			const name = alike.map(({ place }) => place.name).join(', ');
			throw new FailedAt({ ...first.place, name }, first.reason);
		}
		const due = this.session.placesToTell(failures.map(({ place }) => place.name));
		for (const failure of failures) {
			const error = toTriggerError(this.start.context, this.trigger, failure);
			this.start.context.logger.warn(`${this.trigger.who}: ${error.message}`);
			this.partlyFailed ??= error.message;
			if (due.includes(failure.place.name)) this.start.context.__emitError(error);
		}
	}

	/** A first poll failed: the next one counts as the first, where it would go on from an old position. */
	async postpone(): Promise<void> {
		const isNew = this.saved === undefined && this.session.last.length === 0;
		if (!this.turn.isCurrent() || isNew) return;
		this.state[PENDING] = crypto.randomUUID();
		// If storing fails too, the error of the poll itself is still thrown.
		await Promise.allSettled([this.storeNow()]);
	}

	/** The item that says how many polls worked, and how many did not. */
	private heartbeatItem(quietSince: number, now: number): IDataObject {
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
	 * Saves where the poll ended. Deciding and saving happen in one go: n8n hands the items on in the same turn of the
	 * event loop. A poll that began before n8n updated the package has a turn that the new code does not see. A stored
	 * cursor that has changed meanwhile shows that another poll was first.
	 * @param areSeveral Several places are watched, although nothing may be known of some of them yet.
	 * @returns false when a later poll took over: nothing was saved, and nothing may be delivered.
	 */
	private save(positions: ReadonlyArray<Ledger<Extra>>, areSeveral: boolean): boolean {
		if (this.start.budget.isOver()) throw pollTookTooLong(this.start.context, this.trigger);
		if (!this.turn.isCurrent() || this.state.cursor !== this.saved) return false;
		const [only, ...more] = positions.map(saveLedger);
		// Once stored as a list, it stays a list: what was one of several never becomes another place's ledger.
		this.state.cursor = areSeveral || Array.isArray(this.saved) ? [only, ...more] : only;
		this.state[OWNER] = this.session.id;
		this.session.overcome = this.state[PENDING] ?? this.session.overcome;
		delete this.state[PENDING];
		return true;
	}

	/**
	 * Has n8n store what was saved. With its durable cursors, n8n 2.41 stores what a scheduled poll saved. Of a poll
	 * that activates the workflow it stores only what comes with items: the starting point would be lost, and the next
	 * poll would start later. Without durable cursors this does nothing.
	 */
	private async storeNow(): Promise<void> {
		await this.start.context.__commitCursor?.();
	}

	/** What n8n stores for the trigger; it is changed in place. */
	private get state(): IDataObject {
		return this.start.context.getWorkflowStaticData('node');
	}
}

import type { IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';

/** How far a trigger got: what the position of every trigger says. Never changed in place. */
export interface Progress {
	/** Names the account and what is watched in it; what another scope knows is of no use. */
	scope: string;
	/** The provider's time up to which everything was handled, in milliseconds since the epoch. */
	since: number;
	/** Polls that delivered something since the trigger began. */
	deliveries: number;
	/** The provider's time when the workflow last got something, or began; in milliseconds. */
	emittedAt?: number;
}

/** What the polls did since the workflow last got something, as far as this process knows. */
export interface PollCounts {
	polls: number;
	failed: number;
	/** The message of the last one that failed. */
	lastFailure?: string;
}

/** A poll that is under way. */
export interface Turn {
	/** False once a later poll took its place: what it found must not be delivered. */
	isCurrent(): boolean;
	end(): void;
}

/**
 * How long a session is kept after its last poll, in milliseconds: longer than a schedule may pause,
 * which is a year for a cron expression that names a day.
 */
const KEPT_MS = 367 * 24 * 60 * 60_000;

/** How long n8n is not told again that a place fails, in milliseconds. */
const TOLD_AGAIN_MS = 60 * 60_000;

/** Polls that delivered something: all places of a trigger have the same number once they are saved. */
export function deliveriesOf(positions: readonly Progress[]): number {
	return Math.max(...positions.map(({ deliveries }) => deliveries));
}

/** What this process remembers of a trigger between its polls, beside what n8n stores for it. */
export class TriggerSession<Position extends Progress, Memory> {
	private polledAt: number;

	private running?: { startedAt: number };

	/** Where polls that delivered nothing got to, in each place. */
	private unsaved: readonly Position[] = [];

	/** By the name of the place. */
	private memories = new Map<string, Memory>();

	/** When n8n was told last of each place that fails; long ago for never. */
	private failing = new Map<string, number>();

	/** How many deliveries there had been with the last one, until a poll asks about it. */
	private handedOver?: number;

	/** What polls before this one did since the workflow last got something. */
	counts: Readonly<PollCounts> = { polls: 0, failed: 0 };

	/** @param createMemory what a place remembers that was not polled yet. */
	constructor(
		private readonly clock: Clock,
		private readonly createMemory: () => Memory,
	) {
		this.polledAt = clock.now();
	}

	/** Places, each with what its polls leave to each other beside positions, theirs to change; all others are forgotten. */
	withMemories<P extends { name: string }>(places: P[]): Array<{ place: P; memory: Memory }> {
		const known = this.memories;
		const pairs = places.map((place) => ({
			place,
			memory: known.get(place.name) ?? this.createMemory(),
		}));
		this.memories = new Map(pairs.map(({ place, memory }) => [place.name, memory]));
		return pairs;
	}

	/**
	 * Asks for the turn to poll: n8n starts a poll while the one before still runs, and both would
	 * deliver the same.
	 * @param patience how long the turn of another poll counts, in milliseconds; after that it is lost.
	 * @param takeOver take the turn in any case, for the first poll of an activation.
	 * @returns undefined while another poll has the turn.
	 */
	takeTurn(patience: number, takeOver: boolean): Turn | undefined {
		const now = this.clock.now();
		const other = this.running;
		if (other && !takeOver && Math.abs(now - other.startedAt) < patience) return undefined;
		const mine = { startedAt: now };
		this.running = mine;
		this.polledAt = now;
		return {
			isCurrent: () => this.running === mine,
			end: () => {
				if (this.running === mine) this.running = undefined;
			},
		};
	}

	/**
	 * The positions, or those that polls without a delivery made of them in this process. n8n writes the
	 * state of a trigger to its database when something is delivered. When it makes a workflow anew, as after an
	 * edit, it hands out the state of that delivery, which may be weeks old: what nobody wanted since
	 * then would be looked at again, and fire if the filter or the folders are others now.
	 *
	 * A position with a later moment comes from another process of the same n8n, and all stay. A place that those
	 * polls did not look at is where it was.
	 */
	latestOf(stored: readonly Position[]): readonly Position[] {
		const later = this.unsaved;
		const isBehind = stored.some(({ scope, since }) =>
			later.some((one) => one.scope === scope && one.since < since),
		);
		if (isBehind || deliveriesOf(later) !== deliveriesOf(stored)) return stored;
		const scopes = new Set(later.map(({ scope }) => scope));
		return [...later, ...stored.filter(({ scope }) => !scopes.has(scope))];
	}

	/**
	 * True for positions from before the last delivery of this process: n8n's scheduler reads it
	 * before it starts a poll, and may have read it while n8n was still storing that delivery. Only the
	 * first poll after a delivery is told so. If the second one brings the old position too, n8n could
	 * not store the delivery, and it has to be made again.
	 */
	isBeingStored(stored: readonly Position[]): boolean {
		const last = this.handedOver;
		this.handedOver = undefined;
		return last !== undefined && deliveriesOf(stored) < last;
	}

	/**
	 * The places of which n8n has to be told that they fail, while others do not: those that failed in the poll before
	 * as well, as most failures are gone by the next one, and then once an hour.
	 * @param places those that fail, by their names; all others work.
	 */
	placesToTell(places: readonly string[]): string[] {
		const now = this.clock.now();
		const told = this.failing;
		const due = places.filter((name) => Math.abs(now - (told.get(name) ?? now)) >= TOLD_AGAIN_MS);
		this.failing = new Map(
			places.map((name) => [name, due.includes(name) ? now : (told.get(name) ?? -Infinity)]),
		);
		return due;
	}

	/** A poll ended. @param failure its message, where it failed. */
	count(failure?: string): void {
		const { polls, failed, lastFailure } = this.counts;
		this.counts =
			failure === undefined
				? { polls: polls + 1, failed, ...(lastFailure === undefined ? {} : { lastFailure }) }
				: { polls: polls + 1, failed: failed + 1, lastFailure: failure };
	}

	/** A poll delivered something, and n8n stores these positions with it. */
	handOver(positions: readonly Position[]): void {
		this.unsaved = [];
		this.handedOver = deliveriesOf(positions);
		this.counts = { polls: 0, failed: 0 };
	}

	/** A poll delivered nothing, and n8n may not store how far it got. */
	keep(positions: readonly Position[]): void {
		this.unsaved = positions;
		this.handedOver = undefined;
	}

	/** Nobody polls, and nobody has for longer than the trigger's schedule may pause. */
	isAbandoned(): boolean {
		return !this.running && this.clock.now() - this.polledAt > KEPT_MS;
	}
}

/** The sessions of one kind of trigger in this process. */
export class TriggerSessions<Position extends Progress, Memory> {
	/** By trigger. */
	private readonly sessions = new Map<string, TriggerSession<Position, Memory>>();

	/** @param createMemory what a place remembers that was not polled yet. */
	constructor(readonly createMemory: () => Memory) {}

	/**
	 * The session of a trigger. n8n does not tell a node that polls when its workflow is deleted, so
	 * that sessions are dropped which nobody polled for longer than any schedule may pause. Until then
	 * the workflow may be edited, and `latestOf` has to know what polls without a delivery had looked at.
	 * @param trigger names the trigger in this process.
	 */
	of(trigger: string, clock: Clock): TriggerSession<Position, Memory> {
		for (const [name, session] of this.sessions) {
			if (session.isAbandoned()) this.sessions.delete(name);
		}
		const session = this.sessions.get(trigger) ?? new TriggerSession(clock, this.createMemory);
		this.sessions.set(trigger, session);
		return session;
	}
}

/**
 * The mark on n8n's context whose activation was handled. n8n keeps that context for all polls until the
 * workflow is made anew, also while it updates the package, which loads this module a second time: what a
 * module remembers would take the next poll for a first one, and pass over what came in between.
 */
const ACTIVATED = Symbol.for('n8n-nodes-mail-collection.activated');

/** True for the poll with which n8n activates the workflow. */
export function activates(context: IPollFunctions): boolean {
	return context.getActivationMode() === 'activate' && isFirstPoll(context);
}

/** True for the first poll since n8n began to poll, or after those that failed. */
export function isFirstPoll(context: IPollFunctions): boolean {
	return Reflect.get(context, ACTIVATED) !== true;
}

/** The activation that the context belongs to is handled. */
export function endActivation(context: IPollFunctions): void {
	Reflect.defineProperty(context, ACTIVATED, { value: true, configurable: true });
}

/**
 * Ends a poll that failed. Where n8n starts the trigger by itself, at its own start or as the new leader, it is only
 * told of the first: n8n 2.41 polls a trigger no more whose first poll throws, not even after its next start.
 * @throws the failure, anywhere else.
 */
export function endFailedPoll(context: IPollFunctions, failure: Error): null {
	const mode = context.getActivationMode();
	const startsByItself = mode === 'init' || mode === 'leadershipChange';
	if (!startsByItself || !isFirstPoll(context)) throw failure;
	endActivation(context);
	context.__emitError(failure);
	return null;
}

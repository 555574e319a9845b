import type { Clock } from '../http/clock';
import type { Ledger } from './ledger';
import { deliveriesOf } from './ledger';
import type { TriggerNames } from './triggerNames';

/** The right to poll, while one poll has it. */
export interface Turn {
	/** False once a later poll took over: what this one found must not be delivered. */
	isCurrent(): boolean;
	end(): void;
}

/**
 * How long a session is kept after its last poll, in milliseconds: longer than a schedule may pause,
 * which is a year for a cron expression that names a day.
 */
const KEPT_MS = 367 * 24 * 60 * 60_000;

/** After how long n8n is told again that a place fails, in milliseconds. */
const TOLD_AGAIN_MS = 60 * 60_000;

/** What this process remembers of a trigger between its polls, beside what n8n stores for it. */
export class TriggerSession<Extra, Memory> {
	private polledAt: number;

	private running?: { startedAt: number };

	/** The ID of the trigger, which stands beside its state. */
	id = '';
	/** The name of the node, under which n8n stores its state. */
	name = '';
	/** The name that the node had at the last poll. */
	private lastName?: string;

	/** All names that the node had: n8n may still have stored state under them. */
	private readonly names = new Set<string>();

	/** The ledgers with which the last poll ended. n8n stores them only where that poll delivered something. */
	last: ReadonlyArray<Ledger<Extra>> = [];
	private hasDelivered = false;

	/** For each copy of the workflow: how many deliveries there had been when it was first polled. */
	private readonly copies = new WeakMap<object, number>();

	/** By the name of the place. */
	private memories = new Map<string, Memory>();

	/** For each place that fails: when n8n was last told; -Infinity for never. */
	private failing = new Map<string, number>();

	/** The number of the last delivery, until the next poll asks whether n8n still stores it. */
	private handedOver?: number;

	/** The mark of a failed first poll that a later one made up for: n8n may hand it out again. */
	overcome?: unknown;

	/** What polls before this one did since the workflow last got something, and the message of the last that failed. */
	counts: { polls: number; failed: number; lastFailure?: string } = { polls: 0, failed: 0 };

	constructor(private readonly clock: Clock) {
		this.polledAt = clock.now();
	}

	/**
	 * Gives each place its memory: what its polls leave to each other besides ledgers, theirs to change. All others are
	 * forgotten.
	 * @param createMemory makes the memory of a place that was not polled yet.
	 */
	withMemories<P extends { name: string }>(
		places: P[],
		createMemory: () => Memory,
	): Array<{ place: P; memory: Memory }> {
		const known = this.memories;
		const pairs = places.map((place) => ({
			place,
			memory: known.get(place.name) ?? createMemory(),
		}));
		this.memories = new Map(pairs.map(({ place, memory }) => [place.name, memory]));
		return pairs;
	}

	/**
	 * Asks for the turn. n8n may start a poll while the one before still runs: both would deliver the same.
	 * @param patience after how long another poll loses its turn, in milliseconds.
	 * @param takeOver take the turn in any case, for the first poll of an activation.
	 * @returns undefined while another poll has the turn.
	 */
	takeTurn(patience: number, takeOver: boolean): Turn | undefined {
		const now = this.clock.now();
		const holder = this.running;
		if (holder && !takeOver && Math.abs(now - holder.startedAt) < patience) return undefined;
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
	 * The ledgers from which a poll goes on: those that n8n hands out, or those that this process remembers.
	 *
	 * n8n writes a trigger's state to its database when a poll delivers something. When it makes a workflow anew, as
	 * after an edit, it hands out the state of that delivery, which may be weeks old. What nobody wanted since then
	 * would be looked at again, and delivered if the filter or the folders are others now. So the remembered ledgers
	 * count, and a place that they lack keeps its stored one. A stored ledger with a later moment comes from another
	 * process of the same n8n: then all stored ones count.
	 *
	 * When one trigger delivers, n8n 2.41 stores what its copy of the workflow holds of all triggers. Only a changed
	 * trigger gets a new copy at publishing, so that another one may have stored an old state of this one. A state that
	 * lacks only the last delivery is not old: n8n may have failed to store that delivery, or dropped it as the trigger
	 * was changed.
	 *
	 * A copy that was polled before the last delivery holds what its own polls left. If even that is behind, n8n polls
	 * two copies: another of its processes wrote the workflow before it was published again (n8n-io/n8n/issues/35251).
	 *
	 * Under a new name n8n has stored nothing yet, or the state of a trigger that had this name before. Nor has it stored
	 * anything (`isEmpty`) of one that could not be published at first, and has delivered nothing since.
	 * @param copy n8n's context, which it keeps as long as the copy of the workflow.
	 */
	latestOf(
		stored: ReadonlyArray<Ledger<Extra>>,
		copy: object,
		isEmpty = false,
	): ReadonlyArray<Ledger<Extra>> {
		const isUnstored = isEmpty || (this.lastName !== undefined && this.lastName !== this.name);
		const made = deliveriesOf(this.last);
		const atFirst = this.copies.get(copy) ?? made;
		this.copies.set(copy, atFirst);
		const isOld = stored.length > 0 && made - deliveriesOf(stored) > (atFirst < made ? 0 : 1);
		const remembered = isUnstored || isOld || !this.hasDelivered ? this.last : [];
		const isBehind = stored.some(({ scope, since }) =>
			remembered.some((ledger) => ledger.scope === scope && ledger.since < since),
		);
		if (isBehind) return stored;
		if (isUnstored) return remembered;
		if (!isOld && deliveriesOf(remembered) !== deliveriesOf(stored)) return stored;
		const scopes = new Set(remembered.map(({ scope }) => scope));
		return [...remembered, ...stored.filter(({ scope }) => !scopes.has(scope))];
	}

	/**
	 * True for ledgers from before the last delivery of this process. n8n's scheduler reads the state before it starts a
	 * poll, maybe while n8n still stores that delivery. Only the first poll after a delivery is told so. If the second
	 * one gets the old state too, n8n could not store the delivery, and it has to be made again.
	 */
	isBeingStored(stored: ReadonlyArray<Ledger<Extra>>): boolean {
		const last = this.handedOver;
		this.handedOver = undefined;
		return last !== undefined && deliveriesOf(stored) < last;
	}

	/**
	 * The failing places of which n8n has to be told, while others work. It is told at the second failure in a row, as
	 * most failures are gone by then, and once an hour after that.
	 * @param places the names of all places that fail.
	 */
	placesToTell(places: readonly string[]): string[] {
		const now = this.clock.now();
		const toldAt = this.failing;
		const due = places.filter((name) => Math.abs(now - (toldAt.get(name) ?? now)) >= TOLD_AGAIN_MS);
		this.failing = new Map(
			places.map((name) => [name, due.includes(name) ? now : (toldAt.get(name) ?? -Infinity)]),
		);
		return due;
	}

	/** Counts a poll that ended. @param failure its message, where it failed. */
	count(failure?: string): void {
		this.counts.polls++;
		if (failure === undefined) return;
		this.counts.failed++;
		this.counts.lastFailure = failure;
	}

	/** Remembers the ledgers of a poll that delivered something; n8n stores them with it. */
	handOver(positions: ReadonlyArray<Ledger<Extra>>): void {
		this.keep(positions);
		this.hasDelivered = true;
		this.handedOver = deliveriesOf(positions);
		this.counts = { polls: 0, failed: 0 };
	}

	/** Remembers the ledgers of a poll. Where it delivered nothing, n8n may not store them. */
	keep(positions: ReadonlyArray<Ledger<Extra>>): void {
		this.last = positions;
		this.hasDelivered = false;
		this.handedOver = undefined;
		this.lastName = this.name;
		this.names.add(this.name);
	}

	/** True for a name that this trigger had: what n8n stored under it was this trigger's. */
	wasCalled(name: string): boolean {
		return this.names.has(name);
	}

	/** Has the first poll ignore what n8n has stored: it is another trigger's. */
	ignoreStored(): void {
		this.lastName = '';
	}

	/** Nobody polls, and nobody has for longer than the trigger's schedule may pause. */
	isAbandoned(): boolean {
		return !this.running && this.clock.now() - this.polledAt > KEPT_MS;
	}
}

/** The sessions of one kind of trigger in this process. */
export class TriggerSessions<Extra, Memory> {
	/** By the ID of the trigger. */
	private readonly sessions = new Map<string, TriggerSession<Extra, Memory>>();

	/**
	 * The session of a trigger, made if there is none. A node that was made anew gets the session of the one that had
	 * its name, as n8n gives it that one's state; not that of one that was renamed and is still there. n8n does not tell
	 * a polling node when its workflow is deleted: a session is dropped once nobody polled it for longer than any
	 * schedule may pause. Until then `latestOf` needs it after edits.
	 */
	of({ id, name, others = [] }: TriggerNames, clock: Clock): TriggerSession<Extra, Memory> {
		for (const [known, session] of this.sessions) {
			if (session.isAbandoned()) this.sessions.delete(known);
		}
		const [former = id] =
			[...this.sessions].find(
				([known, session]) => session.name === name && !others.includes(known),
			) ?? [];
		const known = this.sessions.get(id) ?? this.sessions.get(former);
		const session = known ?? new TriggerSession<Extra, Memory>(clock);
		if (!known && [...this.sessions.values()].some((other) => other.wasCalled(name)))
			session.ignoreStored();
		if (!this.sessions.has(id)) this.sessions.delete(former);
		this.sessions.set(id, session);
		session.id = id;
		session.name = name;
		return session;
	}
}

import type { Clock } from '../http/clock';
import type { Ledger } from './ledger';

/** What the polls did since the workflow last got something, as far as this process knows. */
interface PollCounts {
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
export function deliveriesOf(positions: ReadonlyArray<Ledger<unknown>>): number {
	return Math.max(...positions.map(({ deliveries }) => deliveries));
}

/** What this process remembers of a trigger between its polls, beside what n8n stores for it. */
export class TriggerSession<Extra, Memory> {
	private polledAt: number;

	private running?: { startedAt: number };

	/** What the node is called, under which n8n stores its state: the name that the poll has, and the last one had. */
	name = '';
	private lastName?: string;

	/** Under which n8n may still have what it stored once. */
	private readonly names = new Set<string>();

	/** Where the last poll got to, in each place; n8n stores it where that poll delivered something. */
	private last: ReadonlyArray<Ledger<Extra>> = [];
	private hasDelivered = false;

	/** How many deliveries there had been when each copy of the workflow was polled first. */
	private readonly copies = new WeakMap<object, number>();

	/** By the name of the place. */
	private memories = new Map<string, Memory>();

	/** When n8n was told last of each place that fails; long ago for never. */
	private failing = new Map<string, number>();

	/** How many deliveries there had been with the last one, until a poll asks about it. */
	private handedOver?: number;

	/** What polls before this one did since the workflow last got something. */
	counts: PollCounts = { polls: 0, failed: 0 };

	constructor(private readonly clock: Clock) {
		this.polledAt = clock.now();
	}

	/**
	 * Places, each with what its polls leave to each other beside positions, theirs to change; all others are forgotten.
	 * @param createMemory what a place remembers that was not polled yet.
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
	 *
	 * Each trigger has n8n 2.41 store all that its copy of the workflow holds, and only one that was changed gets a new
	 * copy when the workflow is published: what another trigger stored may hold an old state of this one. That of
	 * before the last delivery is none: n8n may have stored nothing of it, or thrown it away as the trigger was changed.
	 *
	 * A copy that was polled before the last delivery holds what its own polls left. Where it is behind, n8n polls two
	 * copies: another process of n8n had written the workflow before it was published again (n8n-io/n8n/issues/35251).
	 *
	 * Under another name n8n has stored nothing yet, or what the trigger that was called so before had handled.
	 * @param copy n8n's context, which it keeps as long as the copy of the workflow.
	 */
	latestOf(stored: ReadonlyArray<Ledger<Extra>>, copy: object): ReadonlyArray<Ledger<Extra>> {
		const isRenamed = this.lastName !== undefined && this.lastName !== this.name;
		const made = deliveriesOf(this.last);
		const atFirst = this.copies.get(copy) ?? made;
		this.copies.set(copy, atFirst);
		const isOld = stored.length > 0 && made - deliveriesOf(stored) > (atFirst < made ? 0 : 1);
		const later = isRenamed || isOld || !this.hasDelivered ? this.last : [];
		const isBehind = stored.some(({ scope, since }) =>
			later.some((one) => one.scope === scope && one.since < since),
		);
		if (isBehind) return stored;
		if (isRenamed) return later;
		if (!isOld && deliveriesOf(later) !== deliveriesOf(stored)) return stored;
		const scopes = new Set(later.map(({ scope }) => scope));
		return [...later, ...stored.filter(({ scope }) => !scopes.has(scope))];
	}

	/**
	 * True for positions from before the last delivery of this process: n8n's scheduler reads it
	 * before it starts a poll, and may have read it while n8n was still storing that delivery. Only the
	 * first poll after a delivery is told so. If the second one brings the old position too, n8n could
	 * not store the delivery, and it has to be made again.
	 */
	isBeingStored(stored: ReadonlyArray<Ledger<Extra>>): boolean {
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
		this.counts.polls++;
		if (failure === undefined) return;
		this.counts.failed++;
		this.counts.lastFailure = failure;
	}

	/** A poll delivered something, and n8n stores these positions with it. */
	handOver(positions: ReadonlyArray<Ledger<Extra>>): void {
		this.keep(positions);
		this.hasDelivered = true;
		this.handedOver = deliveriesOf(positions);
		this.counts = { polls: 0, failed: 0 };
	}

	/** A poll got so far. Where it delivered nothing, n8n may not store that. */
	keep(positions: ReadonlyArray<Ledger<Extra>>): void {
		this.last = positions;
		this.hasDelivered = false;
		this.handedOver = undefined;
		this.lastName = this.name;
		this.names.add(this.name);
	}

	/** What n8n has stored under this name was this trigger's, which has another one now. */
	left(name: string): boolean {
		return name !== this.name && this.names.has(name);
	}

	/** What n8n has stored is another trigger's. */
	begin(): void {
		this.lastName = '';
	}

	/** Nobody polls, and nobody has for longer than the trigger's schedule may pause. */
	isAbandoned(): boolean {
		return !this.running && this.clock.now() - this.polledAt > KEPT_MS;
	}
}

/** A trigger by the ID of its node and by its name, each with that of the workflow. */
export interface TriggerNames {
	id: string;
	name: string;
}

/** The sessions of one kind of trigger in this process. */
export class TriggerSessions<Extra, Memory> {
	/** By the ID of the trigger. */
	private readonly sessions = new Map<string, TriggerSession<Extra, Memory>>();

	/**
	 * The session of a trigger. n8n does not tell a node that polls when its workflow is deleted, so
	 * that sessions are dropped which nobody polled for longer than any schedule may pause. Until then
	 * the workflow may be edited, and `latestOf` has to know what polls without a delivery had looked at.
	 * One that was made anew gets the session of the one that had its name, as n8n gives it that one's state.
	 */
	of({ id, name }: TriggerNames, clock: Clock): TriggerSession<Extra, Memory> {
		for (const [one, session] of this.sessions) {
			if (session.isAbandoned()) this.sessions.delete(one);
		}
		const [former = id] = [...this.sessions].find(([, session]) => session.name === name) ?? [];
		const known = this.sessions.get(id) ?? this.sessions.get(former);
		const session = known ?? new TriggerSession<Extra, Memory>(clock);
		if (!known && [...this.sessions.values()].some((one) => one.left(name))) session.begin();
		if (!this.sessions.has(id)) this.sessions.delete(former);
		this.sessions.set(id, session);
		session.name = name;
		return session;
	}
}

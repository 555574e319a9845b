import type { IBinaryData, IPollFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import type { Cursor } from './cursor';
import type { FolderMemory } from './places';

/** A poll that is under way. */
export interface Turn {
	/** False once a later poll took its place: what it found must not be delivered. */
	isCurrent(): boolean;
	end(): void;
}

/** Files that n8n stores, by the IDs of their mail and of the attachment. */
export type StoredFiles = Map<string, Map<string, IBinaryData>>;

/** What the polls of a trigger leave to each other. */
export interface TriggerMemory {
	/** The folders that the trigger watches. */
	readonly folders: FolderMemory;
	/** Files of mails that could not be loaded in full, and are loaded again. */
	readonly files: StoredFiles;
}

/**
 * How long a session is kept after its last poll, in milliseconds: longer than a schedule may pause,
 * which is a year for a cron expression that names a day.
 */
const KEPT_MS = 367 * 24 * 60 * 60_000;

/** What this process remembers of a trigger between its polls, beside what n8n stores for it. */
export class TriggerSession implements TriggerMemory {
	readonly folders: FolderMemory = {};

	readonly files: StoredFiles = new Map();

	private polledAt: number;

	private running?: { startedAt: number };

	/** Where polls that delivered nothing got to. */
	private unsaved?: Cursor;

	/** How many deliveries there had been with the last one, until a poll asks about it. */
	private handedOver?: number;

	constructor(private readonly clock: Clock) {
		this.polledAt = clock.now();
	}

	/**
	 * Asks for the turn to poll: n8n starts a poll while the one before still runs, and both would
	 * deliver the same mail.
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
	 * The cursor, or the one that polls without mail made of it in this process. n8n writes the state
	 * of a trigger to its database when mail is delivered. When it makes a workflow anew, as after an
	 * edit, it hands out the state of that delivery, which may be weeks old: what nobody wanted since
	 * then would be looked at again, and fire if the filter or the folders are others now.
	 *
	 * A cursor with a later position comes from another process of the same n8n, and stays.
	 */
	latestOf(cursor: Cursor): Cursor {
		const later = this.unsaved;
		const follows =
			later?.scope === cursor.scope &&
			later.deliveries === cursor.deliveries &&
			later.since >= cursor.since;
		return follows ? later : cursor;
	}

	/**
	 * True for a cursor from before the last delivery of this process: n8n's scheduler reads the cursor
	 * before it starts a poll, and may have read it while n8n was still storing that delivery. Only the
	 * first poll after a delivery is told so. If the second one brings the old cursor too, n8n could
	 * not store the delivery, and the mail has to be delivered again.
	 */
	isBeingStored({ deliveries }: Cursor): boolean {
		const last = this.handedOver;
		this.handedOver = undefined;
		return last !== undefined && deliveries < last;
	}

	/** A poll delivered mail, and n8n stores this cursor with it. */
	handOver({ deliveries }: Cursor): void {
		this.forget();
		this.handedOver = deliveries;
	}

	/** A poll delivered nothing, and n8n may not store how far it got. */
	keep(cursor: Cursor): void {
		this.forget();
		this.unsaved = cursor;
	}

	/** Forgets the files of all other mails: they were delivered, or nobody asks for them again. */
	keepFilesOf(mails: ReadonlySet<string>): void {
		for (const id of this.files.keys()) {
			if (!mails.has(id)) this.files.delete(id);
		}
	}

	/** The trigger begins anew. */
	forget(): void {
		this.unsaved = undefined;
		this.handedOver = undefined;
	}

	/** Nobody polls, and nobody has for longer than the trigger's schedule may pause. */
	isAbandoned(): boolean {
		return !this.running && this.clock.now() - this.polledAt > KEPT_MS;
	}
}

/** The sessions of this process, by trigger. */
const sessions = new Map<string, TriggerSession>();

/**
 * The session of a trigger. n8n does not tell a node that polls when its workflow is deleted, so that
 * sessions are dropped which nobody polled for longer than any schedule may pause. Until then the
 * workflow may be edited, and `latestOf` has to know what polls without mail had looked at.
 * @param trigger names the trigger in this process.
 */
export function sessionOf(trigger: string, clock: Clock): TriggerSession {
	for (const [name, session] of sessions) {
		if (session.isAbandoned()) sessions.delete(name);
	}
	const session = sessions.get(trigger) ?? new TriggerSession(clock);
	sessions.set(trigger, session);
	return session;
}

/**
 * n8n's contexts whose activation was handled: n8n may use one context for all polls. They outlive the
 * session: if it were dropped too early, the context would activate the trigger a second time, which
 * passes over the mail in between.
 */
const activated = new WeakSet<object>();

/** True for the poll with which n8n activates the workflow. */
export function activates(context: IPollFunctions): boolean {
	return context.getActivationMode() === 'activate' && !activated.has(context);
}

/** The activation that the context belongs to is handled. */
export function endActivation(context: IPollFunctions): void {
	activated.add(context);
}

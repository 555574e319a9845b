import type { Clock } from './clock';
import { onAbort } from './clock';

/** Admits tasks to a provider no faster than it allows; first come, first served. */
export interface Lane {
	/**
	 * Runs a task once there is room for it.
	 * @param weight How much room the task takes at most.
	 * @param patience What ends the waiting before there is room.
	 * @throws LanePaused when it is paused for longer than the task may wait.
	 */
	run<T>(weight: number, task: (place: Grant) => Promise<T>, patience?: Patience): Promise<T>;
	/** True when no task waits or runs, and no pause or quota window has to be remembered. */
	isIdle(): boolean;
}

/** What a task got of a lane. */
export interface Grant {
	/** How much room that is: less than it asked for where other processes use the quota too. */
	weight: number;
	/**
	 * To be called when the provider refuses a request of the task for want of room.
	 * @param until Before this moment it wants no other request, in milliseconds since the epoch.
	 */
	refused(until: number): void;
}

/** How long a request, or a task in a lane, waits for its turn. */
export interface Patience {
	/** Ends all waiting and takes the task out of the line; the promise rejects with its reason. */
	signal?: AbortSignal;
	/**
	 * A pause that ends after this moment is not waited for, in milliseconds since the epoch. It does not limit the
	 * waiting for other tasks.
	 */
	deadline?: number;
}

/** A task was not started: the lane is paused for longer than it may wait. */
export class LanePaused extends Error {
	override name = 'LanePaused';

	/** @param until When the pause ends, in milliseconds since the epoch. */
	constructor(readonly until: number) {
		super('The lane is paused');
	}
}

/** What makes one kind of lane: how room is taken and given back. */
export interface Room {
	/**
	 * When there is room for `weight`, in milliseconds since the epoch; Infinity: not before a task ends.
	 * @param waiting How many tasks wait, with the one that it is asked for.
	 */
	opensAt(weight: number, waiting: number): number;
	take(weight: number): Taken;
	/** All room is free, and nothing is left to remember of it. */
	isEmpty(): boolean;
}

/** Room that a task has. */
export interface Taken {
	weight: number;
	giveBack(): void;
	/** The provider had no room for it. Returns the moment until which nothing may start. */
	refused(until: number): number;
}

interface Waiting {
	weight: number;
	start: (taken: Taken) => void;
	/** The task does not wait for a pause that ends later, in milliseconds since the epoch. */
	deadline: number;
	/** Takes it out of the line. */
	leave: (reason: unknown) => void;
}

/** A lane through the given room. */
export function createLane(room: Room, clock: Clock): Lane {
	let pausedUntil = 0;
	let lookedAt = 0;
	let wakesAt = Infinity;
	const queue: Waiting[] = [];

	/** When the pause ends, or ended. A clock that was set back neither makes it longer nor begins it again. */
	function endOfPause() {
		const now = clock.now();
		pausedUntil -= Math.max(0, lookedAt - now);
		lookedAt = now;
		return pausedUntil;
	}

	function admit() {
		for (let next = queue[0]; next; next = queue[0]) {
			const opensAt = Math.max(endOfPause(), room.opensAt(next.weight, queue.length));
			if (opensAt > clock.now()) return wakeAt(opensAt);
			queue.shift();
			next.start(room.take(next.weight));
		}
	}

	function wakeAt(moment: number) {
		if (moment >= wakesAt) return;
		wakesAt = moment;
		void clock.wait(moment - clock.now()).then(() => {
			if (wakesAt === moment) wakesAt = Infinity;
			admit();
		});
	}

	/** Rejects the tasks in the line that may not wait until the pause ends. */
	function dismiss() {
		if (endOfPause() <= clock.now()) return;
		for (const { deadline, leave } of [...queue]) {
			if (deadline < pausedUntil) leave(new LanePaused(pausedUntil));
		}
	}

	async function enter(weight: number, { signal, deadline = Infinity }: Patience): Promise<Taken> {
		signal?.throwIfAborted();
		let stopListening = () => {};
		try {
			return await new Promise<Taken>((start, reject) => {
				const leave = (reason: unknown) => {
					const index = queue.indexOf(waiting);
					if (index < 0) return;
					queue.splice(index, 1);
					reject(reason);
					// A heavy task at the head of the line may have held back lighter ones.
					admit();
				};
				const waiting = { weight, start, deadline, leave };
				if (signal) stopListening = onAbort(signal, leave);
				queue.push(waiting);
				dismiss();
				admit();
			});
		} finally {
			stopListening();
		}
	}

	return {
		async run(weight, task, patience = {}) {
			const taken = await enter(weight, patience);
			try {
				return await task({
					weight: taken.weight,
					refused(until) {
						pausedUntil = Math.max(endOfPause(), taken.refused(until));
						dismiss();
					},
				});
			} finally {
				taken.giveBack();
				admit();
			}
		},
		isIdle: () => queue.length === 0 && room.isEmpty() && endOfPause() <= clock.now(),
	};
}

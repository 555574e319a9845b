import type { Clock } from '../clock';

/** Admits tasks to a provider no faster than it allows; first come, first served. */
export interface Lane {
	/**
	 * Runs a task once there is room for it.
	 * @param weight How much room the task takes.
	 * @param patience What ends the waiting before there is room.
	 * @throws LanePaused when it is paused for longer than the task may wait.
	 */
	run<T>(weight: number, task: () => Promise<T>, patience?: Patience): Promise<T>;
	/** Lets nothing start before the given moment, in milliseconds since the epoch. */
	pauseUntil(moment: number): void;
	/** Nobody waits or runs in it, and no pause and no window of a quota is left to remember. */
	isIdle(): boolean;
}

/** How long a task waits for room. */
export interface Patience {
	/** Takes the task out of the line; the promise rejects with its reason. */
	signal?: AbortSignal;
	/**
	 * A pause that lasts longer than this moment is not waited for, in milliseconds since the epoch.
	 * Waiting for other tasks is not bounded by it.
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
interface Room {
	/** The most a task can take. */
	size: number;
	/** When there is room for `weight`, in milliseconds since the epoch; Infinity: when a task ends. */
	opensAt(weight: number): number;
	take(weight: number): void;
	giveBack(weight: number): void;
	/** All room is free. */
	isEmpty(): boolean;
}

interface Waiting {
	weight: number;
	start: () => void;
	/** The longest pause it waits for, as a moment in milliseconds since the epoch. */
	deadline: number;
	/** Takes it out of the line. */
	leave: (reason: unknown) => void;
}

function createLane(room: Room, clock: Clock): Lane {
	let pausedUntil = 0;
	let wakesAt = Infinity;
	const queue: Waiting[] = [];

	function admit() {
		for (let next = queue[0]; next; next = queue[0]) {
			const opensAt = Math.max(pausedUntil, room.opensAt(next.weight));
			if (opensAt > clock.now()) return wakeAt(opensAt);
			queue.shift();
			room.take(next.weight);
			next.start();
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

	/** Sends those away who may not wait until the pause ends. */
	function dismiss() {
		if (pausedUntil <= clock.now()) return;
		for (const { deadline, leave } of [...queue]) {
			if (deadline < pausedUntil) leave(new LanePaused(pausedUntil));
		}
	}

	async function enter(weight: number, { signal, deadline = Infinity }: Patience): Promise<void> {
		signal?.throwIfAborted();
		const entered = new AbortController();
		try {
			await new Promise<void>((start, refuse) => {
				const leave = (reason: unknown) => {
					const place = queue.indexOf(waiting);
					if (place < 0) return;
					queue.splice(place, 1);
					refuse(reason);
					// It may have kept smaller ones behind it from starting.
					admit();
				};
				const waiting = { weight, start, deadline, leave };
				signal?.addEventListener('abort', () => leave(signal.reason), { signal: entered.signal });
				queue.push(waiting);
				dismiss();
				admit();
			});
		} finally {
			entered.abort();
		}
	}

	return {
		async run(weight, task, patience = {}) {
			const taken = Math.min(weight, room.size);
			await enter(taken, patience);
			try {
				return await task();
			} finally {
				room.giveBack(taken);
				admit();
			}
		},
		pauseUntil(moment) {
			pausedUntil = Math.max(pausedUntil, moment);
			dismiss();
		},
		isIdle: () => queue.length === 0 && room.isEmpty() && pausedUntil <= clock.now(),
	};
}

/** A lane with room for a number of tasks at the same time. */
export function createSlotLane(slots: number, clock: Clock): Lane {
	let free = slots;
	const room: Room = {
		size: slots,
		opensAt: (weight) => (weight <= free ? 0 : Infinity),
		take(weight) {
			free -= weight;
		},
		giveBack(weight) {
			free += weight;
		},
		isEmpty: () => free === slots,
	};
	return createLane(room, clock);
}

/**
 * A lane that starts at most `limit` tasks in any `windowMs` milliseconds. A task keeps its place
 * while it runs and for one window after its end: the provider may have counted it at any moment
 * in between.
 */
export function createRateLane(limit: number, windowMs: number, clock: Clock): Lane {
	/** When each place that was given back is free again, soonest first. */
	const leaving: number[] = [];
	let running = 0;
	const room: Room = {
		size: limit,
		opensAt(weight) {
			const now = clock.now();
			while ((leaving[0] ?? Infinity) <= now) leaving.shift();
			// A clock that was set back must not close the lane for longer than a window.
			for (const [place, free] of leaving.entries()) {
				leaving[place] = Math.min(free, now + windowMs);
			}
			const missing = running + leaving.length + weight - limit;
			return missing <= 0 ? 0 : (leaving[missing - 1] ?? Infinity);
		},
		take(weight) {
			running += weight;
		},
		giveBack(weight) {
			running -= weight;
			const free = clock.now() + windowMs;
			for (let place = 0; place < weight; place++) leaving.push(free);
		},
		isEmpty: () => running === 0 && (leaving.at(-1) ?? 0) <= clock.now(),
	};
	return createLane(room, clock);
}

/** Kept by the process, as the quota of a provider is: n8n keeps loaded modules for its whole life. */
const lanes = new Map<string, Lane>();

/**
 * The lane of this name, made when it is used. All executions of the process share it, as they share
 * the provider's quota. Lanes that are idle make way for new ones, so that those of mailboxes and
 * accounts that nobody uses any more do not pile up.
 */
export function sharedLane(name: string, create: () => Lane): Lane {
	// Looked up each time: an idle lane may have made way since, and be another one by now.
	const lane = (): Lane => {
		const known = lanes.get(name);
		if (known) return known;
		for (const [other, { isIdle }] of lanes) if (isIdle()) lanes.delete(other);
		const created = create();
		lanes.set(name, created);
		return created;
	};
	return {
		run: async (weight, task, patience) => await lane().run(weight, task, patience),
		pauseUntil: (moment) => lane().pauseUntil(moment),
		isIdle: () => lane().isIdle(),
	};
}

import type { Clock } from '../clock';

/** Admits tasks to a provider no faster than it allows; first come, first served. */
export interface Lane {
	/**
	 * Runs a task once there is room for it.
	 * @param weight How much room the task takes.
	 */
	run<T>(weight: number, task: () => Promise<T>): Promise<T>;
	/** Lets nothing start before the given moment, in milliseconds since the epoch. */
	pauseUntil(moment: number): void;
}

interface Waiting {
	weight: number;
	start: () => void;
}

/** A lane with room for a number of tasks at the same time. */
export function createSlotLane(slots: number, clock: Clock): Lane {
	let free = slots;
	let pausedUntil = 0;
	let waking = false;
	const queue: Waiting[] = [];

	function admit() {
		const rest = pausedUntil - clock.now();
		if (rest > 0) {
			if (!waking) {
				waking = true;
				void clock.wait(rest).then(() => {
					waking = false;
					admit();
				});
			}
			return;
		}
		for (let next = queue[0]; next && next.weight <= free; next = queue[0]) {
			queue.shift();
			free -= next.weight;
			next.start();
		}
	}

	return {
		async run(weight, task) {
			const taken = Math.min(weight, slots);
			await new Promise<void>((start) => {
				queue.push({ weight: taken, start });
				admit();
			});
			try {
				return await task();
			} finally {
				free += taken;
				admit();
			}
		},
		pauseUntil(moment) {
			pausedUntil = Math.max(pausedUntil, moment);
		},
	};
}

/**
 * A lane that starts at most `limit` tasks in any `windowMs` milliseconds. A task counts from its
 * start, and once more from its end: the provider may have counted it at any moment in between.
 */
export function createRateLane(limit: number, windowMs: number, clock: Clock): Lane {
	/** When each of the last `limit` admitted tasks leaves the window; infinite while it runs. */
	const leaving: number[] = [];
	let pausedUntil = 0;
	let waking = false;
	const queue: Waiting[] = [];

	function admit() {
		for (;;) {
			const next = queue[0];
			if (!next) return;
			const now = clock.now();
			for (let oldest = leaving.length - 1; oldest >= 0; oldest--) {
				if ((leaving[oldest] ?? 0) <= now) leaving.splice(oldest, 1);
			}
			const full = leaving.length + next.weight > limit;
			const opensAt = Math.max(pausedUntil, full ? Math.min(...leaving) : 0);
			if (opensAt <= now) {
				queue.shift();
				next.start();
				continue;
			}
			if (!waking && Number.isFinite(opensAt)) {
				waking = true;
				void clock.wait(opensAt - now).then(() => {
					waking = false;
					admit();
				});
			}
			return;
		}
	}

	return {
		async run(weight, task) {
			const taken = Math.min(weight, limit);
			await new Promise<void>((admitted) => {
				queue.push({
					weight: taken,
					start() {
						for (let place = 0; place < taken; place++) leaving.push(Infinity);
						admitted();
					},
				});
				admit();
			});
			try {
				return await task();
			} finally {
				for (let place = 0; place < taken; place++) {
					leaving[leaving.indexOf(Infinity)] = clock.now() + windowMs;
				}
				admit();
			}
		},
		pauseUntil(moment) {
			pausedUntil = Math.max(pausedUntil, moment);
		},
	};
}

const lanes = new Map<string, Lane>();

/**
 * The lane of this name, made on first use. All executions of the process share it, as they share
 * the provider's quota: n8n keeps loaded modules for the life of the process.
 */
export function sharedLane(name: string, create: () => Lane): Lane {
	const lane = lanes.get(name) ?? create();
	lanes.set(name, lane);
	return lane;
}

/** Rounds before the verdict on a hold. */
const ROUNDS = 5;

/**
 * Runs a task, and tells for how long it held the event loop at most without letting anything else run, in
 * milliseconds of the thread's own time: what else the machine does does not count.
 */
export async function longestHold<T>(task: () => Promise<T>): Promise<{ result: T; held: number }> {
	let held = 0;
	let isRunning = true;
	let before = busyTime();
	const look = (): void => {
		const now = busyTime();
		held = Math.max(held, now - before);
		before = now;
		if (isRunning) setImmediate(look);
	};
	setImmediate(look);
	try {
		const result = await task();
		look();
		return { result, held };
	} finally {
		isRunning = false;
	}
}

/**
 * The least that several rounds hold the event loop, in milliseconds or steps; the first one below the limit is the
 * last. What disturbs a round, such as a collection of garbage, only makes it longer.
 */
export async function leastHeld(limit: number, round: () => Promise<number>): Promise<number> {
	let least = Infinity;
	for (let rounds = 0; rounds < ROUNDS && least >= limit; rounds++) {
		least = Math.min(least, await round());
	}
	return least;
}

/**
 * How many steps of a task, which says when one begins, fall into each turn of the event loop. A timer ends no turn
 * where the machine was busy elsewhere for the millisecond that it takes: `leastHeld` leaves such rounds out.
 */
export async function turnsOf(
	task: (began: () => void) => Promise<unknown>,
): Promise<readonly number[]> {
	const turns: number[] = [];
	let steps = 0;
	const end = (): void => {
		turns.push(steps);
		steps = 0;
	};
	await task(() => {
		if (steps === 0) setImmediate(end);
		steps++;
	});
	end();
	return turns;
}

/** What this thread worked so far, in milliseconds. */
function busyTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}

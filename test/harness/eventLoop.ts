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

/** What this thread worked so far, in milliseconds. */
function busyTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}

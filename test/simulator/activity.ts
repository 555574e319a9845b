/** Requests of this process that are under way, seen from both of their ends. */
let open = 0;
const waiting: Array<() => void> = [];

/** True while a request is under way. */
export function isActive(): boolean {
	return open > 0;
}

/** Resolves when no request is under way. */
export async function untilIdle(): Promise<void> {
	if (open > 0) await new Promise<void>((wake) => waiting.push(wake));
}

/** Counts a request as under way. @returns to be called once, when it is not any more. */
export function beginActivity(): () => void {
	open += 1;
	return () => {
		open -= 1;
		if (open > 0) return;
		for (const wake of waiting.splice(0)) wake();
	};
}

/** Counts a task as a request that is under way. */
export async function during<T>(task: () => Promise<T>): Promise<T> {
	const end = beginActivity();
	try {
		return await task();
	} finally {
		end();
	}
}

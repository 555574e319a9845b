/**
 * Waits for questions that are asked at once, so that Graph can get them in one batch. Unlike `Promise.all`, it waits
 * for each of them: none is on the line after its step has failed.
 * @throws what the first of them throws, in their order.
 */
export async function together<T extends readonly unknown[]>(
	questions: [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
	await Promise.allSettled(questions);
	return await Promise.all(questions);
}

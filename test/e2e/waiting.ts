import { setTimeout as sleep } from 'node:timers/promises';
import { countPolls, mailRequests } from '../host/polls';
import type { EmptyStage } from '../host/stage';

const LOOK_EVERY_MS = 100;

/**
 * Waits until `look` finds something.
 *
 * @param what is waited for, for the error message
 * @param look undefined while there is nothing yet
 * @param timeoutMs after which it is an error; 120 s when left out
 */
export async function until<T>(
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
	timeoutMs = 120_000,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
		await sleep(LOOK_EVERY_MS);
	}
}

/** Waits until so many polls have asked for mail from now on. */
export async function untilPolled({ simulator }: EmptyStage, times: number): Promise<void> {
	const before = mailRequests(simulator).length;
	const polls = () => countPolls(mailRequests(simulator).slice(before));
	await until(`${times} polls`, () => (polls() >= times ? true : undefined));
}

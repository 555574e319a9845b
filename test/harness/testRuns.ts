import type { Simulator } from '../simulator/simulator';

let current = new AbortController();

/** The signal by which n8n cancels a run: the test's own, and the end of the test. */
export function runSignal(own?: AbortSignal): AbortSignal {
	return own ? AbortSignal.any([own, current.signal]) : current.signal;
}

/**
 * Begins a test: runs that the one before it left behind are cancelled, and what they had sent is
 * received and forgotten, so that nothing of it reaches this one.
 */
export async function beginTest(simulator: Simulator): Promise<void> {
	current.abort(new Error('The test is over'));
	current = new AbortController();
	await simulator.reset();
}

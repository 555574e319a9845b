import type { ProviderFailure } from '../http/failures';
import { undefinedOn } from '../http/failures';

/**
 * Repeats an action as long as its failures are temporary.
 * @param passes Tells whether a failure is temporary, after so many tries.
 * @param pause Waits before the next try.
 * @throws any other failure.
 */
export async function again<T>(
	act: () => Promise<T>,
	passes: (failure: ProviderFailure, tries: number) => boolean,
	pause?: (tries: number) => Promise<void>,
): Promise<T> {
	for (let tries = 1; ; tries++) {
		const done = await act().then(
			(value) => ({ value }),
			undefinedOn((failure) => passes(failure, tries)),
		);
		if (done) return done.value;
		await pause?.(tries);
	}
}

import type { ProviderFailure } from '../http/failures';
import { undefinedOn } from '../http/failures';

/**
 * Does something again as long as it fails in a way that passes.
 * @param passes Whether it does, after so many tries.
 * @param pause Waits before the next try.
 * @throws what does not pass.
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

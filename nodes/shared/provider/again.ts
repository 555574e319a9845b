import type { ProviderFailure } from '../http/failures';
import { recover } from '../http/failures';

/**
 * Repeats an action as long as its failures are temporary. The failure that ends it says what earlier ones left behind.
 * @param passes Tells whether a failure is temporary, after so many tries.
 * @param pause Waits before the next try.
 * @throws any other failure.
 */
export async function again<T>(
	act: (tries: number) => Promise<T>,
	passes: (failure: ProviderFailure, tries: number) => boolean,
	pause?: (tries: number) => Promise<void>,
): Promise<T> {
	let earlier: ProviderFailure | undefined;
	for (let tries = 1; ; tries++) {
		const done = await act(tries).then(
			(value) => ({ value }),
			recover('any', (given) => {
				const failure = earlier ? given.after(earlier) : given;
				if (!passes(failure, tries)) throw failure;
				earlier = failure;
				return undefined;
			}),
		);
		if (done) return done.value;
		await pause?.(tries);
	}
}

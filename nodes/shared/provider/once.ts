import type { ProviderFailure } from '../http/failures';
import { recover } from '../http/failures';
import { LONGEST_RETRY_AFTER_MS } from '../http/retry';
import type { Limits } from './connect';

/** Something that must not happen twice. */
type Deed<T> = Tried & {
	act(): Promise<T>;
	/**
	 * Looks whether it happened after all; it may still be under way, so that looks wait a little.
	 * @param made How often it was tried by then; `attempts` where it is not tried again.
	 * @returns what came of it, or undefined when it did not happen.
	 * @throws ProviderFailure when that cannot be told.
	 */
	lookUp(failure: ProviderFailure, made: number): Promise<T | undefined>;
	/** True for a temporary refusal: the deed is tried again if it did not happen. */
	passes?(failure: ProviderFailure): boolean;
	/** What is said when the answers stay lost although it did not happen. */
	notDone(failure: ProviderFailure): ProviderFailure;
};

/** How often it is tried in all, and what waits as long as the provider asks for before it is tried again. */
type Tried =
	| { attempts: 1; limits?: undefined }
	| { attempts: number; limits: Pick<Limits, 'clock' | 'signal'> };

/**
 * Does something exactly once: where the answer is lost, it looks whether it happened before it tries again. As in
 * `retry.ts`, nothing is tried again before a `Retry-After` is over, and nothing where that is too long to wait for.
 */
export async function once<T>(deed: Deed<T>): Promise<T> {
	const { act, lookUp, attempts, notDone, passes, limits } = deed;
	const isUndecided = (failure: ProviderFailure) => isLost(failure) || passes?.(failure) === true;
	for (let made = 1; ; made++) {
		const done = await act().then(
			(value) => ({ value }),
			// A repeated attempt may be refused because the one before it took effect late.
			recover(
				(failure) => made > 1 || isUndecided(failure),
				(failure) => ({ failure }),
			),
		);
		if ('value' in done) return done.value;
		const { failure } = done;
		const { retryAfterMs = 0 } = failure.details;
		const isTooLong = retryAfterMs > LONGEST_RETRY_AFTER_MS;
		const isTriedAgain = made < attempts && isUndecided(failure) && !isTooLong;
		if (isTriedAgain) await limits?.clock.wait(retryAfterMs, limits.signal);
		const found = await lookUp(failure, isTriedAgain ? made : attempts);
		if (found !== undefined) return found;
		if (!isTriedAgain) throw isUndecided(failure) ? notDone(failure) : failure;
	}
}

/** True for a failure after which nobody can tell whether the deed happened. */
export function isLost({ details }: ProviderFailure): boolean {
	return details.mayHaveHappened === true;
}

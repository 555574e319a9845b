import type { Clock } from './clock';
import { untilAborted } from './clock';
import type { Patience } from './lane';
import type { Outcome } from './request';
import { pauseBeforeRetry } from './retry';

interface ExchangeOptions extends Patience {
	clock: Clock;
	/** Running the request twice is the same as running it once. */
	repeatable: boolean;
	random?: () => number;
}

/**
 * Makes attempts at one request until it is answered, or another attempt makes no sense.
 * @returns the last outcome.
 * @throws the signal's reason as soon as it is aborted, whatever the attempt is waiting for.
 */
export async function exchange(
	attempt: () => Promise<Outcome>,
	{ clock, repeatable, deadline, signal, random = Math.random }: ExchangeOptions,
): Promise<Outcome> {
	for (let made = 1; ; made++) {
		const outcome = await untilAborted(attempt, signal);
		const pause = pauseBeforeRetry({
			outcome,
			repeatable,
			attempt: made,
			now: clock.now(),
			deadline,
			random: random(),
		});
		if (pause === undefined) return outcome;
		await clock.wait(pause, signal);
	}
}

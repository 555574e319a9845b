import type { Simulator } from '../simulator/simulator';

/** Polls come every 5 seconds at the most; half of it tells them apart, in milliseconds. */
const WITHIN_A_POLL_MS = 2_500;

/** Every request with which Mail Triggers ask for mail, oldest first. One poll asks more than once. */
export function mailRequests({ requests }: Pick<Simulator, 'requests'>) {
	return requests.matching({ method: 'GET', path: /\/messages$/ });
}

/** How many polls made these requests: those that follow each other closely are of one. */
export function countPolls(requests: Array<{ startedAt: number }>): number {
	return requests.filter(({ startedAt }, index) => {
		const previous = requests[index - 1];
		return previous === undefined || startedAt - previous.startedAt > WITHIN_A_POLL_MS;
	}).length;
}

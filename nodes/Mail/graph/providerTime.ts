import { ProviderFailure } from '../../shared/http/failures';

/** The latest `Date` header of some answers, in milliseconds since the epoch. */
export function providerTime(answers: Array<{ headers: Record<string, string> }>): number {
	const times = answers
		.map(({ headers }) => Date.parse(headers.date ?? ''))
		.filter((time) => !Number.isNaN(time));
	if (times.length > 0) return Math.max(...times);
	const failure = new ProviderFailure('unavailable', "The provider's answer does not say its time");
	throw failure.withHint('A gateway in front of the API must pass the Date header on.');
}

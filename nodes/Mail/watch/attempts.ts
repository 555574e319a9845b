import {
	InvalidInput,
	ProviderFailure,
	recover,
	rethrow,
	undefinedOn,
} from '../../shared/http/failures';
import { isOfTheThing } from '../../shared/watch/triggerErrors';
import { isLinkRefused } from '../graph/delta';
import { isThingMissing } from '../graph/failure';

/** How many things the test step tries where the first ones cannot be read; a choice. */
export const MOST_EXAMPLES = 10;
/** How many polls try to read a thing before only what is known of it is delivered. */
export const MAX_ATTEMPTS = 5;

/** How many polls could not read a thing, by its ID or link. Only in memory: a poll that fails stores nothing. */
export type FailedPolls = Map<string, number>;

/**
 * Waits for the reading of a thing. A poll that cannot read it fails, and the next ones try again. The last attempt
 * returns what is known of it instead, so that one thing does not hold up all others for good.
 */
export async function readOrKnown<Read, Known>(
	failedPolls: FailedPolls,
	id: string,
	reading: Promise<Read>,
	known: () => Known,
): Promise<Read | Known> {
	return await reading.then(
		(read) => {
			failedPolls.delete(id);
			return read;
		},
		recover(isOfTheThing, (failure) => {
			const polls = (failedPolls.get(id) ?? 0) + 1;
			failedPolls.set(id, polls);
			if (polls < MAX_ATTEMPTS) throw failure;
			return known();
		}),
	);
}

/**
 * Follows a link to changes.
 * @returns undefined where the provider has given up the link, or could not answer it in several polls: another round
 * may work (fact: delta-link-broken). So it may where the link leads to what was the address of the API before.
 */
export async function followUnlessBroken<Round>(
	failedPolls: FailedPolls,
	link: string,
	follow: () => Promise<Round | undefined>,
): Promise<Round | undefined> {
	if ((failedPolls.get(link) ?? 0) >= MAX_ATTEMPTS) return undefined;
	const reading = follow()
		.catch(undefinedOn(isLinkRefused))
		.catch((error: unknown) => {
			if (error instanceof InvalidInput) return undefined;
			throw error;
		});
	return await readOrKnown(failedPolls, link, reading, () => undefined);
}

const GONE = 410;
const expired = () =>
	new ProviderFailure('unavailable', 'The provider gave up reading the mailbox half-way', {
		hint: 'Run the step again later.',
	});

/**
 * For `catch`: what is watched is not there. HTTP 410 Gone says only that the place in its list is lost.
 * @param missing The error for what is not there.
 */
export function whereMissing(missing: () => Error): (error: unknown) => Promise<never> {
	return rethrow(isThingMissing, ({ details }) =>
		details.httpCode === GONE ? expired() : missing(),
	);
}

/**
 * The same for what a field names.
 * @param field Its stored name.
 * @param isDefault Nothing stands in it.
 */
export function whereChosenIsMissing(
	field: string,
	isDefault = false,
): (error: unknown) => Promise<never> {
	const message = `${isDefault ? 'the default one ' : ''}does not exist in the mailbox`;
	const advice = `${isDefault ? '' : 'Choose another one. '}In a shared mailbox, the account needs access to it.`;
	return whereMissing(() => new InvalidInput(message, field, advice));
}

import { recover, undefinedOn } from '../../shared/http/failures';
import { isOfTheThing } from '../../shared/watch/triggerErrors';
import { isLinkRefused } from '../graph/delta';

/** Things that the test step tries where the first ones cannot be read; a choice. */
export const MOST_EXAMPLES = 10;
/** Polls that try to read a thing before it is told as far as it is known. */
export const MAX_ATTEMPTS = 5;

/** Polls that could not read a thing, by its ID, or a link. Only the process knows it: a poll that fails stores nothing. */
export type FailedPolls = Map<string, number>;

/**
 * What reading a thing brings. A poll that cannot read it fails, and the next ones try again; the last attempt takes
 * what is known instead, so that one thing does not hold up all others for good.
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
 * What a link to changes tells.
 * @returns undefined where the provider has given the link up, or did not answer it in several polls: another round
 * may work (fact: delta-link-broken).
 */
export async function followUnlessBroken<Round>(
	failedPolls: FailedPolls,
	link: string,
	follow: () => Promise<Round | undefined>,
): Promise<Round | undefined> {
	if ((failedPolls.get(link) ?? 0) >= MAX_ATTEMPTS) return undefined;
	const reading = follow().catch(undefinedOn(isLinkRefused));
	return await readOrKnown(failedPolls, link, reading, () => undefined);
}

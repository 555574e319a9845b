import { ProviderFailure } from '../http/failures';
import { rememberPerRun } from './perRun';

/** What was done, by a name for it, but what surely was not. */
type Deeds = Map<string, Promise<unknown>>;

/**
 * What all attempts at a run deleted in one place. Where n8n tries again, what is done must not be done once more.
 * @param run n8n's record of the run, as `runOf` gives it.
 */
export const deedsOf = rememberPerRun<object, [place: string], Deeds>(async () => new Map());

/** Does something once in a run, however many items ask for it: again only where it surely was not done. */
export async function oncePerRun(
	deeds: Deeds,
	name: string,
	act: () => Promise<unknown>,
): Promise<unknown> {
	const deed = deeds.get(name) ?? act();
	deeds.set(name, deed);
	deed.catch((error: unknown) => {
		const mayBeDone = error instanceof ProviderFailure && error.details.mayHaveHappened;
		if (!mayBeDone && deeds.get(name) === deed) deeds.delete(name);
	});
	return await deed;
}

import { ProviderFailure } from '../http/failures';
import { rememberPerRun } from './perRun';

/** What was done, by a name for it, but what surely was not. */
export type Deeds<T> = Map<string, Promise<T>>;

/**
 * Remembers what all attempts at a run did in one place: by n8n's record of the run, as `runOf` gives it. Where n8n tries
 * again, what is done must not be done once more.
 */
export function rememberDeeds<T>(): (run: object, place: string) => Promise<Deeds<T>> {
	return rememberPerRun(async () => new Map());
}

/** Does something once in a run, however many items ask for it: again only where it surely was not done. */
export async function oncePerRun<T>(
	deeds: Deeds<T>,
	name: string,
	act: () => Promise<T>,
): Promise<T> {
	const deed = deeds.get(name) ?? act();
	deeds.set(name, deed);
	deed.catch((error: unknown) => {
		const mayBeDone = error instanceof ProviderFailure && error.details.mayHaveHappened;
		if (!mayBeDone && deeds.get(name) === deed) deeds.delete(name);
	});
	return await deed;
}

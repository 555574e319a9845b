import { ProviderFailure, undefinedOn } from '../../shared/http/failures';
import { once } from '../../shared/provider/once';

interface Creation<T> {
	/** What is created, as the user calls it, such as `client`. */
	what: string;
	create(): Promise<T>;
	/** Finds the record in case it was created although the answer was lost. */
	lookUp(): Promise<T | undefined>;
	/** What to do when it is not found either. */
	hint: string;
}

/**
 * Creates a record at most once. A record whose answer was lost is looked up and not created again:
 * how soon a search finds a new one is not documented, so that one that is not found is reported as
 * possibly there, and n8n's Retry On Fail must not create it either.
 */
export async function createOnce<T>({ what, create, lookUp, hint }: Creation<T>): Promise<T> {
	return await once({
		attempts: 1,
		act: create,
		// A look-up that fails leaves it open as well.
		lookUp: async () => await lookUp().catch(undefinedOn('any')),
		notDone: ({ details }) =>
			new ProviderFailure(
				'unavailable',
				`The ${what} may exist: Content Snare's answer was lost, and the ${what} was not found afterwards`,
				{ ...details, hint },
			),
	});
}

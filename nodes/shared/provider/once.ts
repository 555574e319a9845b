import { ProviderFailure } from '../failures';

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
 * Creates a record at most once. When the answer is lost, the record is looked up instead of
 * created again; one that cannot be found is reported as possibly there, and n8n's Retry On Fail must
 * not create it either.
 */
export async function createOnce<T>({ what, create, lookUp, hint }: Creation<T>): Promise<T> {
	return await create().catch(async (error: unknown) => {
		if (!(error instanceof ProviderFailure) || !error.details.mayHaveHappened) throw error;
		const found = await lookUp().catch((failed: unknown) => {
			// A look-up that fails leaves it open as well; other errors are our own.
			if (failed instanceof ProviderFailure) return undefined;
			throw failed;
		});
		if (found !== undefined) return found;
		throw new ProviderFailure(
			'unavailable',
			`The ${what} may exist: Content Snare's answer was lost, and the ${what} was not found afterwards`,
			{ ...error.details, mayHaveHappened: true, notAgain: true, hint },
		);
	});
}

import { ProviderFailure, undefinedOn } from '../../shared/http/failures';
import type { GraphTexts } from './failure';

/** True where something is gone, or may not be deleted: Exchange has one code for both (fact: gone-immutable, fact: delete-refused). */
export function mayNotBeDeleted({ details: { providerCode } }: ProviderFailure): boolean {
	return providerCode === 'ErrorCannotDeleteObject';
}

/**
 * Tells the two apart.
 * @param look Reads what was to be deleted.
 * @throws the failure that says what it is; the one that was given where nothing tells.
 */
export async function explainUndeletable(
	failure: ProviderFailure,
	look: () => Promise<unknown>,
	{ undeletable: { message, hint } }: Pick<GraphTexts, 'undeletable'>,
): Promise<never> {
	const found = await look().catch(undefinedOn('any'));
	if (found === undefined) throw failure;
	const details = { ...failure.details, isHintOfKind: false, hint };
	throw new ProviderFailure('forbidden', message, details);
}

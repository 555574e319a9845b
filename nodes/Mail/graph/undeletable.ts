import { ProviderFailure, rethrow, undefinedOn } from '../../shared/http/failures';
import type { GraphTexts } from './failure';

/**
 * For `catch`: tells what is gone from what may not be deleted. Exchange has one code for both (fact: gone-immutable,
 * fact: delete-refused). Where nothing tells, the failure is thrown on.
 * @param look Reads what was to be deleted.
 */
export function explainUndeletable(
	look: () => Promise<unknown>,
	{ undeletable: { message, hint } }: Pick<GraphTexts, 'undeletable'>,
) {
	return rethrow(
		({ details }) => details.providerCode === 'ErrorCannotDeleteObject',
		async (failure) => {
			const found = await look().catch(undefinedOn('any'));
			if (found === undefined) return failure;
			const details = { ...failure.details, isHintOfKind: false, hint };
			return new ProviderFailure('forbidden', message, details);
		},
	);
}

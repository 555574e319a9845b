import type { ProviderFailure } from '../../shared/http/failures';
import { again } from '../../shared/provider/again';
import type { MailTransport } from './transport';

/** How often what was made or changed a moment ago is asked for in all. */
const MAX_TRIES = 4;
/** Pause before the second try, in milliseconds, doubled each time. */
const FIRST_PAUSE_MS = 750;

/**
 * Does something with an item that was made or changed a moment ago: Graph may not find it yet, which changes
 * nothing (fact: found-late).
 * @param isEarly Whether a failure says so.
 */
export async function untilFound<T>(
	{ clock, signal }: Pick<MailTransport, 'clock' | 'signal'>,
	act: () => Promise<T>,
	isEarly: (failure: ProviderFailure) => boolean = ({ kind }) => kind === 'notFound',
): Promise<T> {
	return await again(
		act,
		(failure, tries) => isEarly(failure) && tries < MAX_TRIES,
		async (tries) => await clock.wait(FIRST_PAUSE_MS * 2 ** (tries - 1), signal),
	);
}

/** True where what is answered is no email, or none yet (fact: answered-early). */
export function cannotBeAnswered({ details: { providerCode } }: ProviderFailure): boolean {
	return providerCode === 'ErrorInvalidReferenceItem';
}

import type { ProviderFailure } from '../../shared/http/failures';
import { again } from '../../shared/provider/again';
import type { MailTransport } from './transport';

/** How often what was made or changed a moment ago is asked for in all. */
const MAX_TRIES = 4;
/** Pause before the second try, in milliseconds, doubled each time. */
const FIRST_PAUSE_MS = 750;

type Limits = Pick<MailTransport, 'clock' | 'signal'>;

/**
 * Does something with an item that was made or changed a moment ago: Graph may not find it yet, which changes
 * nothing (fact: found-late).
 */
export async function untilFound<T>(limits: Limits, act: () => Promise<T>): Promise<T> {
	return await whileEarly(limits, act, ({ kind }) => kind === 'notFound');
}

/** Answers an email that may just have been sent: for a moment it still is a draft (fact: answered-early). */
export async function untilSent<T>(limits: Limits, act: () => Promise<T>): Promise<T> {
	return await whileEarly(limits, act, cannotBeAnswered);
}

/** True where what is answered is no email, or none yet (fact: answered-early). */
export function cannotBeAnswered({ details: { providerCode } }: ProviderFailure): boolean {
	return providerCode === 'ErrorInvalidReferenceItem';
}

async function whileEarly<T>(
	{ clock, signal }: Limits,
	act: () => Promise<T>,
	isEarly: (failure: ProviderFailure) => boolean,
): Promise<T> {
	return await again(
		act,
		(failure, tries) => isEarly(failure) && tries < MAX_TRIES,
		async (tries) => await clock.wait(FIRST_PAUSE_MS * 2 ** (tries - 1), signal),
	);
}

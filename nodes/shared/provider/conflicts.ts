import { again } from './again';

/** How often a change is made again. */
export const MAX_CONFLICTS = 3;

/**
 * Makes a change again where somebody else wrote at the same moment.
 * @param change Makes it, and reads anew each time what it depends on. It is told how often it was made, this time included.
 * @throws ProviderFailure of the kind `conflict` where that goes on.
 */
export async function despiteConflicts<T>(change: (tries: number) => Promise<T>): Promise<T> {
	return await again(change, ({ kind }, tries) => kind === 'conflict' && tries <= MAX_CONFLICTS);
}

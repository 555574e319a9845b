import { recover } from '../http/failures';

/** How often a change is made again. */
const MAX_CONFLICTS = 3;

/**
 * Makes a change again where somebody else wrote at the same moment.
 * @param change Makes it, and reads anew each time what it depends on.
 * @throws ProviderFailure of the kind `conflict` where that goes on.
 */
export async function despiteConflicts<T>(change: () => Promise<T>): Promise<T> {
	for (let conflicts = 0; ; conflicts++) {
		const made = await change().then(
			(value) => ({ value }),
			recover(
				({ kind }) => kind === 'conflict' && conflicts < MAX_CONFLICTS,
				() => undefined,
			),
		);
		if (made) return made.value;
	}
}

import { InvalidInput } from '../../../shared/http/failures';
import { explainLoose } from '../../filter/looseProperty';
import type { MailboxPoll } from './mailboxPoll';

/** How many of the newest mails the test step looks through. */
export const MAX_TRIED = 200;
const LOOKED = `Looked through the newest ${MAX_TRIED} emails that Trigger On is about.`;

/**
 * The error of the test step where no mail fits; it also names the mail that came nearest.
 * @param why Why there is none to look through, where that is known.
 * @param next What the user can do so that there is one.
 */
export function nothingMatches(
	{ misses, settings }: MailboxPoll,
	why = LOOKED,
	next = 'Make one',
): InvalidInput {
	const { searchFilter } = settings;
	const [nearest] = [...misses].sort((a, b) => a.unmet.length - b.unmet.length);
	const said = [
		why,
		nearest &&
			`The nearest, received ${nearest.received}, does not meet: ${nearest.unmet.join(', ')}.`,
		explainLoose(searchFilter, 'Search Filter'),
		`${next}${searchFilter.trim() === '' ? '' : ' that matches the Search Filter'}, then try again.`,
	];
	return new InvalidInput(
		'No email matches',
		undefined,
		said.filter((sentence) => sentence !== undefined).join(' '),
	);
}

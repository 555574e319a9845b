import { InvalidInput } from '../../../shared/http/failures';

/** Newest mails that are looked through. */
export const MAX_TRIED = 200;

/** A mail that the test step read and the Search Filter does not let through. */
export interface Miss {
	/** When it was received, as Graph writes it. */
	received: string;
	/** The conditions that it does not meet, as they are written. */
	unmet: string[];
}

/** What the test step says where no mail fits, and which one came nearest. */
export function nothingMatches(misses: Miss[]): InvalidInput {
	const [nearest] = [...misses].sort((a, b) => a.unmet.length - b.unmet.length);
	const why = nearest
		? ` The nearest, received ${nearest.received}, does not meet: ${nearest.unmet.join(', ')}.`
		: '';
	return new InvalidInput(
		'No email matches',
		undefined,
		`Looked through the newest ${MAX_TRIED} emails that Trigger On is about.${why} Make one that matches the Search Filter, then try again.`,
	);
}

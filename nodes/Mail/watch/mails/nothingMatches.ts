import { InvalidInput } from '../../../shared/http/failures';

/** Newest mails that are looked through. */
export const MAX_TRIED = 200;

/** What the test step says where no mail fits. */
export function nothingMatches(): InvalidInput {
	return new InvalidInput(
		'No email matches',
		undefined,
		`Looked through the newest ${MAX_TRIED} emails that Trigger On is about. Make one that matches the Search Filter, then try again.`,
	);
}

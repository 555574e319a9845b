import { InvalidInput, ProviderFailure } from '../../shared/http/failures';

/** HTTP 400 Bad Request: of all that is sent with a search, only its text and its folder are not the node's own. */
const BAD_REQUEST = 400;
/** Some mailboxes answer each search so (fact: search-personal). */
const CANNOT_SEARCH = 'ErrorInternalServerTransientError';

/** For `catch`: says of a search that failed what to do about it. */
export function asSearchError(error: unknown): never {
	if (!(error instanceof ProviderFailure)) throw error;
	const { httpCode, providerCode, isHintOfKind } = error.details;
	// A bad request with a hint of its own is about something else, such as the ID of the folder.
	if (httpCode === BAD_REQUEST && isHintOfKind) {
		throw new InvalidInput(
			error.message,
			'search',
			'Close every quote and parenthesis. Put values with blanks in quotes. Write AND, OR and NOT between whole conditions, such as from:ann@contoso.com AND subject:"annual report". A person can choose Find By: Filters.',
		);
	}
	if (providerCode !== CANNOT_SEARCH) throw error;
	throw error.withMore(
		'Where it stays so, the mailbox cannot be searched, as some personal ones. A person can choose Find By: Filters.',
	);
}

import type { Found } from './messageSearch';

const SEARCH_ENDED =
	'A search ends at 1,000 results. To get all, use Find By: Filters, or search a shorter time.';

/**
 * Says that there are more emails than were found, and to a model how to go on, as it sets no limit; undefined where
 * these are all.
 */
export function foundMore(
	{ messages, complete, searchEnded = false }: Found,
	findBy: 'filters' | 'search',
	forModel: boolean,
): string | undefined {
	if (searchEnded) return SEARCH_ENDED;
	if (complete) return undefined;
	const these = messages.length === 1 ? 'this one' : `these ${messages.length}`;
	const more = `There are more matching emails than ${these}, the newest.`;
	if (!forModel) return more;
	const [day] = messages.at(-1)?.message.receivedDateTime?.split('T') ?? [];
	return findBy === 'search' && day
		? `${more} Narrow the search, or go on with received<=${day}.`
		: `${more} A person can raise Limit in this tool.`;
}

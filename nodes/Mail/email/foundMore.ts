import type { Found } from './messageSearch';

const SEARCH_ENDED =
	'A search ends at 1,000 results. Search a shorter time. A person can choose Find By: Filters, which finds all.';

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
	const [newest = '', oldest = ''] = [messages[0], messages.at(-1)].map(
		(mail) => mail?.message.receivedDateTime ?? undefined,
	);
	const [day = ''] = oldest.split('T');
	// Within one day, its newest emails would come again (fact: search-dates).
	const from = newest.startsWith(day) ? oldest : day;
	return findBy === 'search' && newest !== oldest
		? `${more} Narrow the search, or go on with received<=${from}.`
		: `${more} A person can raise Limit in this tool.`;
}

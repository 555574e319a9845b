import { observeRequests } from '../simulator/requestLog';

let waiting: (() => void) | undefined;
let pages = 0;
observeRequests(({ query }) => {
	if (!waiting) return;
	// The largest pages that Graph gives: nothing else is read in them. Those of changes name the next one.
	const isLaterOfGraph = query.$skiptoken !== undefined || (query.$top === '1000' && ++pages > 1);
	const isLater = isLaterOfGraph || Number(query.offset ?? 0) > 0;
	if (!isLater) return;
	waiting();
	waiting = undefined;
});

/**
 * Lets something happen at the provider once while a collection is listed, after its first page and before the second.
 * @returns whether it has happened.
 */
export function betweenPages(happens: () => void): () => boolean {
	waiting = happens;
	pages = 0;
	return () => waiting === undefined;
}

import { undefinedOn } from '../../shared/http/failures';
import type { GraphClient } from '../graph/types';
import { knownLabels, labelKey, namesOf } from './labels';

/** How many names are listed: a few lines of a panel. */
const MAX_LISTED = 25;

/**
 * What to say where no mail carries one of the labels: which of them the mailbox does not have, and what it has.
 * Undefined where it has them all, and where it does not tell.
 */
export async function explainMissing(
	graph: GraphClient,
	labels: string[],
): Promise<string | undefined> {
	// The search is done: that it cannot be explained is no reason to fail.
	const known = await knownLabels(graph).catch(undefinedOn('any'));
	if (!known) return undefined;
	const missing = labels.find((label) => !known.has(labelKey(label)));
	if (missing === undefined) return undefined;
	const names = namesOf(known);
	const more = names.length > MAX_LISTED ? ', and more' : '';
	const has = names.length > 0 ? names.slice(0, MAX_LISTED).join(', ') : 'none';
	return `The mailbox has no label "${missing}". Its labels: ${has}${more}.`;
}

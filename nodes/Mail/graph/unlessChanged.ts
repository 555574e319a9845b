import { z } from 'zod';
import { MAX_CONFLICTS } from '../../shared/provider/conflicts';

/** Tells one version of an email, event or contact from the next (fact: change-key). */
export const versionShape = z.object({ '@odata.etag': z.string().nullish() });

/**
 * Headers for a change that builds on what was read: Graph refuses it where somebody else wrote since (fact:
 * event-if-match, fact: item-if-match). Without them, what they added would be lost.
 * @param tries After too many conflicts the change is made all the same.
 */
export function unlessChanged(
	{ '@odata.etag': version }: z.output<typeof versionShape>,
	tries: number,
): Record<string, string> {
	return version && tries <= MAX_CONFLICTS ? { 'If-Match': version } : {};
}

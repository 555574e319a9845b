import { refuseLoads } from '../../shared/html/loads';
import type { Notices } from '../../shared/step/notices';
import type { CollectionClient } from '../api/client';

/** Who writes the text, and whether a policy holds it. */
interface Run {
	notices: Pick<Notices, 'forModel'>;
	api: Pick<CollectionClient, 'hasPolicy'>;
}

/**
 * Refuses a text of a request or invitation that loads something by itself, from a language model or under a policy:
 * others open it. Which texts count as HTML is mostly not documented.
 * @param field Stored name of the field.
 * @throws InvalidInput with what it is.
 */
export function checkLoads({ notices, api }: Run, text: string | undefined, field: string): void {
	if (text === undefined || !(notices.forModel || api.hasPolicy)) return;
	refuseLoads(text, field, 'Leave a link.');
}

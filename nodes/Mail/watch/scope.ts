import type { IPollFunctions } from 'n8n-workflow';
import { shortHash } from '../../shared/text/shortHash';
import { accountTypeOf } from '../connectGraph';

/** Names the account and a mailbox of it, in as many characters for each: no name is how another one begins. */
export function scopeOf(context: IPollFunctions, mailbox = ''): string {
	const { id, name } = context.getNode().credentials?.[accountTypeOf(context)] ?? {};
	return shortHash(JSON.stringify([id ?? name ?? '', mailbox.toLowerCase()]));
}

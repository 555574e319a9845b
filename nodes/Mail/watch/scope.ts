import type { IPollFunctions } from 'n8n-workflow';
import { shortHash } from '../../shared/text/shortHash';
import { accountTypeOf } from '../connectGraph';

/**
 * Names what is watched.
 * @param chosen The address of the mailbox, and what else of it was chosen.
 */
export function scopeOf(
	context: IPollFunctions,
	...[mailbox = '', ...chosen]: Array<string | undefined>
): string {
	const { id, name } = context.getNode().credentials?.[accountTypeOf(context)] ?? {};
	return shortHash(JSON.stringify([id ?? name ?? '', mailbox.toLowerCase(), ...chosen]));
}

import { createJudge } from '../../shared/outgoing/guard';
import type { OutgoingPolicy } from '../../shared/outgoing/outgoingPolicy';
import { unlistedWrite } from '../../shared/outgoing/refusal';
import { findWrite } from '../../shared/outgoing/write';
import type { Connection } from '../../shared/provider/connect';
import type { CollectionGuard } from '../api/client';
import { belowApi } from '../api/paths';
import type { AskedWrite } from './effects';
import type { CollectionWrite } from './writes';

const BY_A_PERSON = 'A person can do it in Content Snare.';
const HINTS = {
	person: BY_A_PERSON,
	sending: `${BY_A_PERSON} A person can also switch off Send to Client: a new request stays a draft.`,
	deleting: 'A person can delete it in Content Snare; Archive Request puts a request away.',
};

/**
 * Holds every write of a run to what its step says that it writes, and to the policy of its credential.
 * @param policy Undefined where the credential lets everything through.
 * @param effects What the step may write.
 */
export function createGuard(
	policy: OutgoingPolicy | undefined,
	account: Connection['account'],
	effects: readonly CollectionWrite[],
): CollectionGuard {
	const judge =
		policy &&
		createJudge<AskedWrite>(policy, account.name, {
			hints: HINTS,
			callsMay: 'API calls may only read',
			strangers: async (people) => await Promise.resolve(people),
		});

	return async ({ method, path, body, freeform }, get) => {
		if (method === 'GET' || (freeform && !judge)) return;
		const found = findWrite(effects, method, belowApi(path) ?? '');
		if (!found) throw freeform && judge ? judge.unknown() : unlistedWrite(method, path);
		const asked = { id: found.ids.id ?? '', body, get };
		await judge?.judge({ write: found.write, asked, freeform, counts: true });
	};
}

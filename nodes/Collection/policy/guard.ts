import { POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import type { OutgoingPolicy } from '../../shared/policy/outgoingPolicy';
import { refusal, ruleNames } from '../../shared/policy/refusal';
import type { Connection } from '../../shared/provider/connect';
import type { Guard } from '../api/client';
import type { Effects } from './effects';
import { findRule } from './rules';

/**
 * Holds every write of a run to the policy of its credential. One that cannot be judged is refused;
 * where it depends on a client or a request whom it reaches, that is read as it is now.
 */
export function createGuard(policy: OutgoingPolicy, account: Connection['account']): Guard {
	const { who, listed, deletions } = policy;
	const { audience, deletion } = ruleNames(policy);

	function checkDeletion(what: string, { deletes }: Effects): void {
		if (!deletes || deletions === 'anything') return;
		const hint = 'A person can delete it in Content Snare; Archive Request puts a request away.';
		throw refusal(what, 'nothing may be deleted', deletion, hint);
	}

	async function checkPeople(what: string, { unclear, reaches }: Effects): Promise<void> {
		if (unclear !== undefined) throw refusal(what, unclear, audience, BY_A_PERSON);
		const { told = [], named = [] } = (await reaches?.()) ?? {};
		if (who === 'nobody') {
			if (told.length > 0) throw refusal(what, 'it reaches clients', audience, AS_A_DRAFT);
		} else if (![...told, ...named].every((address) => listed.has(address))) {
			const hint = `${BY_A_PERSON} Or have the address added to ${POLICY_LABELS.allowed} in the credential "${account.name}".`;
			throw refusal(what, 'it reaches somebody who is not listed', audience, hint);
		}
	}

	return async ({ method, path, body, freeform }, get) => {
		if (method === 'GET') return;
		const found = findRule(method, path);
		if (!found || (freeform && found.rule.effects)) {
			const rule = who === 'anyone' ? deletion : audience;
			throw refusal('The call', 'API calls may only read', rule, BY_A_STEP);
		}
		const { what, effects } = found.rule;
		if (!effects) return;
		const done = effects({ id: found.id, body, get });
		checkDeletion(what, done);
		if (who !== 'anyone') await checkPeople(what, done);
	};
}

const BY_A_PERSON = 'A person can do it in Content Snare.';
const AS_A_DRAFT = `${BY_A_PERSON} A new request may stay a draft: switch off Send to Client.`;
const BY_A_STEP =
	'Use the step that is made for it, if there is one: it is let through where the credential allows what it does.';

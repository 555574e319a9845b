import { AUDIENCES, DELETIONS, POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import { ProviderFailure } from '../http/failures';
import type { OutgoingPolicy } from './outgoingPolicy';

/** The rules of a policy as they stand in the credential, such as `What May Be Deleted is "Nothing"`. */
export function ruleNames({ who, deletions, perHour = 0, isStrict }: OutgoingPolicy) {
	const names = {
		audience: `${POLICY_LABELS.who} is "${AUDIENCES[who]}"`,
		deletion: `${POLICY_LABELS.deletions} is "${DELETIONS[deletions]}"`,
		amount: `${POLICY_LABELS.perHour} is ${perHour}`,
		contacts: STRICT_RULE,
	};
	if (!isStrict) return names;
	// Nobody is what the permissions say, and not the switch.
	const audience = who === 'nobody' ? names.audience : STRICT_RULE;
	return { ...names, audience, deletion: STRICT_RULE, amount: STRICT_RULE };
}

/** The rule where one switch sets them all. */
export const STRICT_RULE = `${POLICY_LABELS.strict} is on`;

/**
 * The failure for a request that a policy does not let through.
 * @param what What was asked, such as `Sending an email`.
 * @param why What is against it, without an address.
 * @param rule The name of the rule.
 * @param hint What can be done instead.
 */
export function refusal(what: string, why: string, rule: string, hint: string): ProviderFailure {
	return new ProviderFailure('policy', `${what} was refused: ${why} (${rule})`, { hint });
}

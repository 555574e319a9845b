import { AUDIENCES, DELETIONS, POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import { InvalidInput, ProviderFailure } from '../http/failures';
import { addressKey } from './allowedAddresses';
import { namesNoId } from './matchPath';
import type { OutgoingPolicy } from './outgoingPolicy';

/** The rules of a policy as they stand in the credential, such as `What May Be Deleted is "Nothing"`. */
export function ruleNames({ who, permissions, deletions, perHour = 0, isStrict }: OutgoingPolicy) {
	const strictOr = (rule: string) => (isStrict ? STRICT_RULE : rule);
	return {
		// The permissions come before the switch, and hide the other rule.
		audience:
			permissions === undefined
				? strictOr(`${POLICY_LABELS.who} is "${AUDIENCES[who]}"`)
				: `${POLICY_LABELS.permissions} is "${permissions}"`,
		verified: `${POLICY_LABELS.verified} is on`,
		deletion: strictOr(`${POLICY_LABELS.deletions} is "${DELETIONS[deletions]}"`),
		amount: strictOr(`${POLICY_LABELS.perHour} is ${perHour}`),
	};
}

/** The rule where one switch sets them all. */
export const STRICT_RULE = `${POLICY_LABELS.strict} is on`;

/**
 * The failure for a request that a policy does not let through.
 * @param what What was asked, such as `Sending an email`.
 * @param why What is against it, without an address.
 * @param rule The name of the rule.
 * @param hint What can be done instead.
 * @param about Whom it would reach, and what else people can do.
 */
export function refusal(
	what: string,
	why: string,
	rule: string,
	hint: string,
	{ address, hintForPeople }: { address?: string; hintForPeople?: string } = {},
): ProviderFailure {
	const refused = { why, address, rule };
	const message = `${what} was refused: ${why} (${rule})`;
	return new ProviderFailure('policy', message, { hint, hintForPeople, refused });
}

/**
 * The failure for a write that a step does not list in its `effects`. Nobody judged what it does: it is refused under
 * every policy, and without one.
 * @param path An ID with a sign of paths in it matches no write: no real ID has any.
 */
export function unlistedWrite(method: string, path: string): Error {
	if (namesNoId(path)) {
		const hint = 'Take the ID from the output of another step; a name or an address is none.';
		return new InvalidInput(
			"An ID must not hold a slash or any of ? # % ; ' ( ) $",
			undefined,
			hint,
		);
	}
	return new ProviderFailure(
		'policy',
		`The step makes a request that it does not name (${method})`,
		{ hint: 'This is a fault of the package, not of what was entered: report it.' },
	);
}

/**
 * Words a policy's refusal for whoever runs a step: with its name, and the address only if it was entered in the step.
 * Any other error stays as it is.
 * @param entered The values of the step's fields: an address that stands in none of them was read somewhere.
 */
export function refusalOf(label: string, entered: object, error: unknown): unknown {
	if (!(error instanceof ProviderFailure) || !error.details.refused) return error;
	const { why, address, rule } = error.details.refused;
	const said =
		address !== undefined && wordsOf(entered).has(addressKey(address)) ? `: ${address}` : '';
	const message = `${label} was refused: ${why}${said} (${rule})`;
	return new ProviderFailure(error.kind, message, error.details);
}

/** The words of the fields, split at the signs that separate addresses. */
function wordsOf(entered: object): Set<string> {
	const text = JSON.stringify(entered);
	return new Set(addressKey(text.replace(/\\./g, ' ')).split(/[\s"'<>()[\]{},;:]+/));
}

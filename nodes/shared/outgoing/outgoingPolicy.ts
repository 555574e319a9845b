import type { Audience, Deletions } from '../../../credentials/outgoingPolicy';
import {
	AUDIENCES,
	DELETIONS,
	LISTED,
	PERMISSIONS_WITHOUT_SENDING,
	POLICY_LABELS,
	STRICT_PER_HOUR,
} from '../../../credentials/outgoingPolicy';
import { InvalidInput } from '../http/failures';
import type { AllowedAddresses } from './allowedAddresses';
import { readAllowedAddresses } from './allowedAddresses';

/** What a credential lets its nodes do to others, and take away. */
export interface OutgoingPolicy {
	who: Audience;
	/** The label of the permission set that lets nobody be written to; undefined for any other set. */
	permissions?: string;
	/** Those who are listed; nobody where no list counts. */
	listed: AllowedAddresses;
	/** Whoever wrote a mail may be answered. */
	mayAnswerSenders: boolean;
	/** But only where the provider verified the sender. */
	onlyVerifiedSenders: boolean;
	/** Emails in any hour; undefined for as many as the provider takes. */
	perHour?: number;
	deletions: Deletions;
	/** There is a rule, not only a dry run. */
	restricts: boolean;
	/** What the rules let through is told instead of done, if it has consequences. */
	dryRun: boolean;
	/** One switch sets the other rules; contacts stay as they are, too. */
	isStrict: boolean;
}

/** What the switch Strict sets, whatever is stored in the fields that it hides. */
const STRICT = {
	whoMayBeWrittenTo: 'listed' satisfies Audience,
	mayAnswerSenders: false,
	maximumEmailsPerHour: STRICT_PER_HOUR,
	whatMayBeDeleted: 'nothing' satisfies Deletions,
};

/** The fields that bind less where they are empty: their labels, by stored name. */
const BINDING = {
	strict: POLICY_LABELS.strict,
	permissions: POLICY_LABELS.permissions,
	whoMayBeWrittenTo: POLICY_LABELS.who,
	onlyVerifiedSenders: POLICY_LABELS.verified,
	maximumEmailsPerHour: POLICY_LABELS.perHour,
	whatMayBeDeleted: POLICY_LABELS.deletions,
	dryRun: 'Dry Run',
};

const SENDS_NOTHING = new Map<unknown, string>(Object.entries(PERMISSIONS_WITHOUT_SENDING));

/**
 * The policy that is stored with a credential; undefined where it lets everything through, so that
 * nothing has to be looked at.
 * @throws InvalidInput for what cannot be understood: nothing is let through by mistake.
 */
export function readOutgoingPolicy(stored: Record<string, unknown>): OutgoingPolicy | undefined {
	for (const [name, label] of Object.entries(BINDING)) {
		// n8n fills in what was never stored, and leaves out what is hidden. So an empty value is that of an expression
		// that gave nothing, as of a variable that is gone; or it came from Git, where n8n empties what was chosen
		// (`sanitizeCredentialData`, n8n 2.41.1).
		const isEmpty = (stored[name] ?? '') === '';
		if (Object.hasOwn(stored, name) && isEmpty) throw notUnderstood(label);
	}
	const isStrict = readStrict(stored);
	const fields = isStrict ? { ...stored, ...STRICT } : stored;
	const permissions = SENDS_NOTHING.get(fields.permissions);
	const who: Audience =
		permissions === undefined
			? readChoice<Audience>(fields.whoMayBeWrittenTo, AUDIENCES, 'anyone', POLICY_LABELS.who)
			: 'nobody';
	const deletions = readChoice<Deletions>(
		fields.whatMayBeDeleted,
		DELETIONS,
		'anything',
		POLICY_LABELS.deletions,
	);
	const perHour = readCount(fields.maximumEmailsPerHour);
	// Whatever is not plainly off is on: nothing is sent by mistake.
	const dryRun = Boolean(fields.dryRun);
	const restricts = who !== 'anyone' || deletions !== 'anything' || perHour !== undefined;
	if (!restricts && !dryRun) return undefined;
	const lists = LISTED.includes(who);
	const { allowedAddresses = '' } = fields;
	if (typeof allowedAddresses !== 'string') throw notUnderstood(POLICY_LABELS.allowed);
	return {
		who,
		permissions,
		listed: readAllowedAddresses(lists ? allowedAddresses : '', POLICY_LABELS.allowed),
		mayAnswerSenders: lists && fields.mayAnswerSenders === true,
		// Whatever is not plainly off is on.
		onlyVerifiedSenders: Boolean(fields.onlyVerifiedSenders),
		perHour,
		deletions,
		restricts,
		dryRun,
		isStrict,
	};
}

/**
 * Whether the switch Strict is on, which sets all rules.
 * @throws InvalidInput for what is neither on nor off.
 */
export function readStrict({ strict = false }: Record<string, unknown>): boolean {
	if (typeof strict !== 'boolean') throw notUnderstood(POLICY_LABELS.strict);
	return strict;
}

function readChoice<Value extends string>(
	given: unknown,
	names: Record<Value, string>,
	otherwise: Value,
	label: string,
): Value {
	if (given === undefined) return otherwise;
	for (const value in names) if (given === value) return value;
	throw notUnderstood(label);
}

/** A number of emails, also as n8n's variables hold it; 0 for no limit. */
function readCount(given: unknown): number | undefined {
	const count = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
	if (count === undefined || count === 0) return undefined;
	if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return count;
	throw notUnderstood(POLICY_LABELS.perHour);
}

function notUnderstood(label: string): InvalidInput {
	return new InvalidInput(
		`${label} in the credential is not understood`,
		undefined,
		'Open the credential and choose it again. If it has an expression, correct that: it may give nothing.',
	);
}

import type { Mailboxes } from '../../../credentials/outgoingPolicy';
import { LISTS_MAILBOXES, MAILBOXES, POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import { InvalidInput } from '../../shared/http/failures';
import { decodeAll } from '../../shared/http/pathSegment';
import { addressKey, readAllowedAddresses } from '../../shared/outgoing/allowedAddresses';
import { readStrict } from '../../shared/outgoing/outgoingPolicy';
import { refusal, STRICT_RULE } from '../../shared/outgoing/refusal';
import type { CheckMailbox } from '../graph/guard';
import { isBatch } from '../graph/written';

/**
 * Reads from a credential which mailboxes may be opened; undefined for all that the account may open.
 * @param needsAnswer True for access without a person: there is no own mailbox, so that a choice is needed.
 * @throws InvalidInput for what cannot be understood: nothing is opened by mistake.
 */
export function readMailboxes(
	fields: Record<string, unknown>,
	needsAnswer: boolean,
): CheckMailbox | undefined {
	const isStrict = readStrict(fields);
	const { whichMailboxes, listedMailboxes = '' } = fields;
	// An empty one, as in `readOutgoingPolicy`, is no choice.
	const isGiven = Object.hasOwn(fields, 'whichMailboxes');
	const chosen = isGiven || needsAnswer ? whichMailboxes : 'any';
	const which = isStrict ? (needsAnswer ? 'listed' : 'own') : chosen;
	if (!isChoice(which) || typeof listedMailboxes !== 'string') {
		throw new InvalidInput(
			`${POLICY_LABELS.mailboxes} in the credential is not chosen`,
			undefined,
			'Open the credential, choose which mailboxes may be opened, and save it.',
		);
	}
	if (which === 'any') return undefined;
	const lists = LISTS_MAILBOXES.includes(which);
	const text = lists ? listedMailboxes : '';
	const listed = readAllowedAddresses(text, POLICY_LABELS.listedMailboxes, ONLY_ADDRESSES);
	const rule = isStrict ? STRICT_RULE : `${POLICY_LABELS.mailboxes} is "${MAILBOXES[which]}"`;
	const hint = [
		...(which === 'listed' ? [] : ['Leave Mailbox empty for the own one.']),
		...(lists ? ['Enter a mailbox exactly as the credential names it.'] : []),
	].join(' ');
	return (path, freeform) => {
		const isOfMailbox = /^\/(?:me|users)(?![\w.-])/i.test(path);
		if (!isOfMailbox && !freeform) return;
		const [, segment = ''] = /^\/users\/([^/?]+)/i.exec(path) ?? [];
		const [name = ''] = decodeAll([segment]) ?? [];
		const isOwn = /^\/me(?=[/?]|$)/i.test(path);
		const opens = isOwn || listed.isListed(addressKey(name));
		// The parts of a batch may lie anywhere.
		if (opens && !isBatch(path)) return;
		throw refusal('Opening the mailbox', 'the credential does not name the mailbox', rule, hint, {
			hintForPeople: lists ? FOR_PEOPLE : undefined,
		});
	};
}

function isChoice(given: unknown): given is Mailboxes {
	return typeof given === 'string' && Object.hasOwn(MAILBOXES, given);
}

const ONLY_ADDRESSES = 'Write name@example.com, comma-separated. A domain opens no mailbox.';
const FOR_PEOPLE = `Or have it added to ${POLICY_LABELS.listedMailboxes} in the credential.`;

import { z } from 'zod';
import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import { isLost, once } from '../../shared/provider/once';
import type { AttachmentSource } from '../attachments/attachment';
import { withAttachments } from '../attachments/attachOnce';
import { filterText } from '../graph/odata';
import { identified } from '../graph/pages';
import { mailPath } from '../graph/paths';
import { SAVE_CONFLICTS } from '../graph/saveConflicts';
import type { MailTransport } from '../graph/transport';
import type { GraphCall, GraphClient } from '../graph/types';
import type { Draft } from './draft';
import { discardOnFailure, mayBeSent } from './draft';
import { readFolder } from './folders';
import type { MessageProperties } from './messageProperties';
import { deleteForGood } from './moveMessage';
import { DraftsForbidden, postDraftOnce } from './postDraftOnce';

/** Sendings of one draft at most, the first included. */
const MAX_SENDINGS = 3;
/** Looks at a draft whose sending got no answer; Sent Items shows a mail with a delay. */
const MAX_LOOKS = 5;
/** Pause before the first look in milliseconds, doubled each time: the sending may still be under way. */
const FIRST_PAUSE_MS = 500;

/**
 * Sends a new mail exactly once. Graph does not recognize a repeated request (fact: send-again).
 * @param keepCopy Whether the mail stays in Sent Items; heeded only where the account may not keep drafts.
 * @returns the mail as it stood in Drafts, whose ID stays valid; undefined where the account may
 * send but not keep drafts, and so learns no ID.
 * @throws MayBeSent when the provider cannot be asked whether it went out.
 */
export async function sendOnce(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	{ keepCopy = true }: { keepCopy?: boolean } = {},
): Promise<Draft | undefined> {
	const draft = await postDraftOnce(transport, properties, sources).catch(
		undefinedOn((failure) => failure instanceof DraftsForbidden),
	);
	if (!draft) {
		await sendDirectly(transport, properties, sources, keepCopy);
		return undefined;
	}
	const task = async () => await sendDraftOnce(transport, draft);
	await discardOnFailure(transport, draft.id, task);
	return draft;
}

/**
 * Sends a mail in one request, for accounts that may not keep drafts. Nothing tells afterwards
 * whether it went out, so that it is never repeated.
 * @throws InvalidInput when the attachments do not fit one request.
 * @throws MayBeSent when the answer was lost.
 * @see https://learn.microsoft.com/graph/api/user-sendmail
 */
async function sendDirectly(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	keepCopy: boolean,
): Promise<void> {
	await withAttachments(transport, properties, sources, async ({ toProperty }) => {
		if (!toProperty) {
			throw new InvalidInput(
				'Attachments of 3 MB and more need the permission Mail.ReadWrite',
				'attachments',
				'Give the credential a permission set with Mail.ReadWrite, or attach less.',
			);
		}
		const message = { ...properties, ...(await toProperty()) };
		const body = keepCopy ? { message } : { message, saveToSentItems: false };
		await transport.graph
			.request({ method: 'POST', path: mailPath`/sendMail`, body })
			.catch(rethrow(isLost, (failure) => mayBeSent(failure, 'Sent Items')));
	});
}

/**
 * What Graph says of a draft that it does not find yet (fact: found-late) or cannot send now (fact: send-passing, fact:
 * write-conflict).
 */
const PASSING = new Set([
	...SAVE_CONFLICTS,
	'ErrorItemNotFound',
	'ErrorNonExistentMailbox',
	'ErrorMessageTransientError',
	'ErrorMessageThrottled',
]);
/** Also said of a draft that has recipients, for a moment (fact: send-passing). */
const TO_NOBODY = /contains no recipients/i;

/** Whether a draft is refused for a moment only. */
function isPassing({ message, details }: ProviderFailure, draft: Draft): boolean {
	const { toRecipients, ccRecipients, bccRecipients } = draft;
	const hasAny = [toRecipients, ccRecipients, bccRecipients].some((list) => list?.length);
	return PASSING.has(details.providerCode ?? '') || (hasAny && TO_NOBODY.test(message));
}

/** What it takes to look what became of a mail. */
type Asking = Pick<MailTransport, 'graph' | 'clock' | 'signal'>;

interface Sending extends Pick<GraphCall, 'before'> {
	/** How often it is sent in all while it is a draft. */
	attempts?: number;
	/**
	 * Makes the failure for a draft that is still in Drafts after all attempts, and where the provider cannot be asked.
	 * Unless it is given, the first one was not sent, and the other is a MayBeSent.
	 */
	undecided?: typeof notSent;
}

/**
 * Sends a draft exactly once. Where the answer is lost, or Graph refuses for a moment (`isPassing`), it looks what became
 * of the draft. Only one that is still in Drafts is sent again: a draft leaves Drafts once, so that this
 * cannot double it.
 * @see https://learn.microsoft.com/graph/api/message-send
 */
export async function sendDraftOnce(
	transport: Asking,
	draft: Draft,
	{ attempts = MAX_SENDINGS, undecided, before }: Sending = {},
): Promise<void> {
	const { graph } = transport;
	let allAnswered = true;
	await once({
		attempts,
		limits: transport,
		passes: (failure) => attempts > 1 && isPassing(failure, draft),
		async act() {
			await graph.request({ ...sendingOf(draft), before });
			return true;
		},
		async lookUp(failure, made) {
			const fate = await fateOf(transport, draft, made >= attempts);
			allAnswered &&= !isLost(failure);
			if (fate !== 'unknown') return fate === 'sent' || undefined;
			if (allAnswered) throw failure;
			const where = `Sent Items and Drafts (message ID ${draft.id})`;
			throw undecided?.(failure) ?? mayBeSent(failure, where);
		},
		notDone: undecided ?? notSent,
	});
}

const sendingOf = ({ id }: Draft) =>
	({ method: 'POST', path: mailPath`/messages/${id}/send` }) as const;

const state = z.object({ isDraft: z.boolean(), parentFolderId: z.string().nullish() });

/**
 * What became of a draft that was to be sent: the draft itself tells, and Sent Items where it is gone.
 * @param isLast Whether it is not sent again: then a draft that is still there gets all looks, as it may yet leave.
 */
export async function fateOf(
	{ graph, clock, signal }: Asking,
	draft: Draft,
	isLast: boolean,
): Promise<'draft' | 'sent' | 'unknown'> {
	for (let looks = 0; looks < MAX_LOOKS; looks++) {
		await clock.wait(FIRST_PAUSE_MS * 2 ** looks, signal);
		const fate = await lookAt(graph, draft).catch(recover('any', () => 'unknown' as const));
		const mayChange = fate === 'gone' || (fate === 'draft' && isLast && looks < MAX_LOOKS - 1);
		// The credential's limit has to count it as if the answer had come.
		if (fate === 'sent') graph.adopt(sendingOf(draft), draft);
		if (!mayChange) return fate;
	}
	return 'unknown';
}

async function lookAt(
	graph: GraphClient,
	draft: Draft,
): Promise<'draft' | 'sent' | 'gone' | 'unknown'> {
	const now = await graph
		.part(mailPath`/messages/${draft.id}`, state)
		.catch(undefinedOn('notFound'));
	if (!now) return (await findInSentItems(graph, draft)) ? 'sent' : 'gone';
	const moved = draft.parentFolderId && now.parentFolderId !== draft.parentFolderId;
	if (!now.isDraft || !moved) return now.isDraft ? 'draft' : 'sent';
	// In the Outbox it still counts as a draft. Where it lies elsewhere, somebody moved it or threw it away.
	const outbox = await readFolder(graph, 'outbox');
	return outbox && now.parentFolderId !== outbox.id ? 'unknown' : 'sent';
}

/**
 * Deletes a sent mail from Sent Items, past Deleted Items. Graph is not asked to keep no copy in the first place:
 * after a lost answer, nothing would tell whether the mail was sent.
 * @returns false where it is still there.
 */
export async function removeSentCopy(
	{ graph, clock, signal }: Asking,
	draft: Draft,
): Promise<boolean> {
	const remove = async (): Promise<boolean> => {
		const copy = await findInSentItems(graph, draft);
		if (!copy) return false;
		// This run made it, whatever its ID is: a policy lets it be taken away (fact: sent-draft-id).
		graph.adopt({ method: 'POST', path: mailPath`/messages` }, copy);
		await deleteForGood(graph, copy.id);
		return true;
	};
	for (let looks = 0; looks < MAX_LOOKS; looks++) {
		if (looks > 0) await clock.wait(FIRST_PAUSE_MS * 2 ** looks, signal);
		const isGone = await remove().catch(recover('any', () => false));
		if (isGone) return true;
	}
	return false;
}

async function findInSentItems(graph: GraphClient, draft: Draft) {
	if (!draft.internetMessageId) return undefined;
	const $filter = `internetMessageId eq ${filterText(draft.internetMessageId)}`;
	const path = mailPath`/mailFolders/${'sentitems'}/messages`;
	const query = { $filter, $select: 'id' };
	return (await graph.list(path, identified, { limit: 1, query }))[0];
}

/** The failure for a mail that did not leave, which is safe to try again. */
export function notSent(failure: ProviderFailure): ProviderFailure {
	return failure.inWords('The provider did not take the email: it was not sent', {
		mayHaveHappened: false,
		hint: 'Run the step again later.',
	});
}

import type { DateTime } from 'luxon';
import { InvalidInput, recover, undefinedOn } from '../../shared/http/failures';
import { anything } from '../../shared/provider/understand';
import { isSameText } from '../../shared/text/sameText';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { cannotBeAnswered, untilFound } from '../graph/foundLate';
import { ownAddress } from '../graph/ownAddress';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { Draft } from './draft';
import { bodyOfDraft, changeDraft, discardOnFailure, draftShape } from './draft';
import { messageShape, RECIPIENTS, toAddress, toAddresses } from './message';
import type { MessageProperties } from './messageProperties';
import { makeOnce } from './postDraftOnce';
import { seenInFront } from './quote';
import { onceEach } from './recipients';
import { defer, handOver } from './schedule';
import { sendDraftOnce } from './sendOnce';

export interface Reply {
	kind: 'createReply' | 'createReplyAll' | 'createForward';
	/** The mail that is answered or forwarded. */
	messageId: string;
	/** What is new: the text comes before the quote, recipients join those of the reply. */
	properties: MessageProperties;
	sources: AttachmentSource[];
	/** Recipients and text are those of `properties` alone: none that Graph chose, and no quote. */
	alone?: boolean;
	/** Leaves the reply in Drafts. */
	saveAsDraft: boolean;
	/** When it is sent; at once where it is left out. */
	sendAt?: DateTime<true>;
}

/** A change that may have been made says nothing: where it fails, the draft is deleted, or said to be left. */
const DISCARDED = { changes: false };

/** `mailbox` as the step names it. */
type Transport = MailTransport & { mailbox?: string };

/**
 * Replies to a mail or forwards it, exactly once; history, recipients, attachments and formatting
 * are what Graph makes of the original. When something fails, no draft is left.
 * @throws InvalidInput for a draft that an agent's tool quotes, and where its answer would go to the mailbox itself.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function sendReply(transport: Transport, reply: Reply): Promise<Draft> {
	const { graph } = transport;
	const { properties, sources, saveAsDraft, sendAt, alone = false } = reply;
	const wasUnread = await checkOriginal(transport, reply);
	return await withAttachments(transport, properties, sources, async ({ opened }) => {
		const quoted = await postReply(transport, reply);
		if (wasUnread) await markUnread(graph, reply.messageId);
		const draft = await discardOnFailure(transport, quoted.id, async () => {
			const changes = alone
				? { ccRecipients: [], ...(await changesTo(undefined, properties)) }
				: await changesTo(quoted, properties);
			const draft =
				Object.keys(changes).length > 0
					? await untilFound(transport, () => changeDraft(graph, quoted.id, changes, DISCARDED))
					: quoted;
			if (opened.length > 0) {
				const owner = mailPath`/messages/${draft.id}`;
				const present = await countAttachments(transport, owner);
				await attachAll(transport, owner, opened, present);
			}
			if (saveAsDraft) await permitDraft(graph, reply, draft);
			else if (sendAt) await untilFound(transport, () => defer(graph, draft.id, sendAt));
			else await sendDraftOnce(transport, draft);
			return draft;
		});
		if (sendAt && !saveAsDraft) await handOver(transport, draft);
		return draft;
	});
}

const originalShape = messageShape.pick({
	isDraft: true,
	isRead: true,
	from: true,
	...RECIPIENTS,
});

/**
 * Reads the mail that is answered, where its state matters. A tool may not quote a draft: it may have changed since a
 * person approved the answer. A mail that was received or sent does not change.
 * @returns whether the mail is to be unread again: the answer is left to a person (fact: reply-marks-read).
 * @throws InvalidInput for a draft that an agent's tool quotes, and for an own email that it answers: nobody but the
 * mailbox itself would get that (fact: reply-to-own).
 */
async function checkOriginal(
	transport: Transport,
	{ kind, messageId, properties, saveAsDraft, alone = false }: Reply,
): Promise<boolean> {
	const { graph, maker } = transport;
	const isQuotedByTool = maker.asTool && !alone;
	const staysUnread = saveAsDraft && kind !== 'createForward';
	if (!isQuotedByTool && !staysUnread) return false;
	const goesToSender = isQuotedByTool && kind === 'createReply' && !properties.toRecipients;
	const [original, own] = await Promise.all([
		graph.part(mailPath`/messages/${messageId}`, originalShape),
		goesToSender ? ownAddress(transport) : undefined,
	]);
	if (isQuotedByTool && original.isDraft) {
		throw new InvalidInput(
			'is a draft, which a tool neither forwards nor answers',
			'messageId',
			'Send it with Send Draft, or write a new email.',
		);
	}
	const isOwn = (address?: string) => isSameText(address, own);
	const { toRecipients, ccRecipients, bccRecipients } = original;
	const reached = [toRecipients, ccRecipients, bccRecipients].flatMap(toAddresses);
	const wentOut = reached.some(({ address }) => !isOwn(address));
	if (isOwn(toAddress(original.from)?.address) && wentOut) {
		throw new InvalidInput(
			'is an email that this mailbox sent: the answer would go to the mailbox itself',
			'messageId',
			'Switch on Reply to All, or answer the last email of somebody else.',
		);
	}
	return staysUnread && original.isRead === false;
}

/** Ignores a failure: the answer was made, and that the mail counts as read is no reason to fail. */
async function markUnread(graph: MailTransport['graph'], id: string): Promise<void> {
	await graph
		.patch(mailPath`/messages/${id}`, { isRead: false }, anything)
		.catch(undefinedOn('any'));
}

/**
 * Asks the policy about a draft that is left to a person. Its recipients include those whom Graph chose.
 * @throws ProviderFailure of the kind `policy` where one of them may not be written to.
 */
async function permitDraft(
	graph: MailTransport['graph'],
	{ kind, messageId }: Reply,
	{ toRecipients, ccRecipients, bccRecipients }: Draft,
): Promise<void> {
	const message = { toRecipients, ccRecipients, bccRecipients };
	const path = mailPath`/messages/${messageId}/${kind}`;
	await graph.permit({ method: 'POST', path, body: { message } });
}

/** Headers can be given only while the draft is made, everything else is added afterwards. */
async function postReply(transport: MailTransport, { kind, messageId, properties }: Reply) {
	const path = mailPath`/messages/${messageId}/${kind}`;
	const { internetMessageHeaders } = properties;
	const headers = internetMessageHeaders ? { internetMessageHeaders } : {};
	const post = async (message: object) =>
		await transport.graph.post(
			path,
			Object.keys(message).length > 0 ? { message } : {},
			draftShape,
		);
	return await makeOnce(
		transport,
		{ path },
		async (marks) =>
			// What it answers may just have been sent.
			await untilFound(
				transport,
				async () =>
					await post({
						...headers,
						...(marks.length > 0 && { singleValueExtendedProperties: marks }),
					}),
				cannotBeAnswered,
			).catch(
				// Whether replies take marks is not documented (fact: mark-in-reply): where not, it goes without.
				recover(
					(failure) => failure.details.httpCode === 400 && !cannotBeAnswered(failure),
					async () => await post(headers),
				),
			),
	);
}

/** What to change in the draft that Graph made: recipients join its own, each once, and the text goes above its quote. */
async function changesTo(
	quoted: Draft | undefined,
	properties: MessageProperties,
): Promise<MessageProperties> {
	const changes = { ...properties };
	for (const list of ['toRecipients', 'ccRecipients', 'bccRecipients'] as const) {
		const given = properties[list];
		const chosen = toAddresses(quoted?.[list]).filter(({ address }) => address !== '');
		const kept = chosen.map((emailAddress) => ({ emailAddress }));
		if (given) changes[list] = onceEach([...kept, ...given]);
	}
	if (properties.body && quoted)
		changes.body = await seenInFront(properties.body, bodyOfDraft(quoted));
	delete changes.internetMessageHeaders;
	return changes;
}

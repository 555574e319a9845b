import type { DateTime } from 'luxon';
import { InvalidInput, recover } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { isSameText } from '../../shared/text/sameText';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { readOwnAddress } from '../graph/ownAddress';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { Draft } from './draft';
import { bodyOfDraft, changeDraft, discardOnFailure, draftShape } from './draft';
import { messageShape, toAddress, toAddresses } from './message';
import type { MessageProperties } from './messageProperties';
import { makeOnce } from './postDraftOnce';
import { inFront } from './quote';
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
	/** Recipients and text are those of `properties` alone, not those that Graph chose and quotes. */
	alone?: boolean;
	/** Leaves the reply in Drafts. */
	saveAsDraft: boolean;
	/** When it is sent; at once where it is left out. */
	sendAt?: DateTime<true>;
}

/**
 * Replies to a mail or forwards it, exactly once; history, recipients, attachments and formatting
 * are what Graph makes of the original. When something fails, no draft is left.
 * @throws InvalidInput for a draft that an agent's tool quotes, and where its answer would go to the mailbox itself.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function sendReply(transport: MailTransport, reply: Reply): Promise<Draft> {
	const { graph, clock } = transport;
	const { properties, sources, saveAsDraft, sendAt, alone = false } = reply;
	if (transport.maker.asTool && !alone) await checkAnswered(graph, reply);
	return await withAttachments(transport, properties, sources, async ({ opened }) => {
		const quoted = await postReply(transport, reply);
		const draft = await discardOnFailure(graph, quoted.id, async () => {
			const changes = alone
				? { ccRecipients: [], ...added(properties, undefined) }
				: added(properties, quoted);
			const draft =
				Object.keys(changes).length > 0
					? await despiteConflicts(async () => await changeDraft(graph, quoted.id, changes))
					: quoted;
			if (opened.length > 0) {
				const owner = { path: mailPath`/messages/${draft.id}` };
				await attachAll(transport, owner, opened, await countAttachments(graph, owner));
			}
			if (saveAsDraft) await permitDraft(graph, reply, draft);
			else if (sendAt) await defer(graph, draft.id, sendAt);
			else await sendDraftOnce(graph, clock, draft);
			return draft;
		});
		if (sendAt && !saveAsDraft) await handOver(transport, draft);
		return draft;
	});
}

const answered = messageShape.pick({ from: true, toRecipients: true, isDraft: true });

/**
 * A person may have approved what a draft said before it was changed; a mail that came or went stays as it is. The
 * answer to an own email goes to its sender (fact: reply-to-own), which is not whom a conversation is with.
 */
async function checkAnswered(
	graph: MailTransport['graph'],
	{ kind, messageId, properties }: Reply,
): Promise<void> {
	const query = { $select: Object.keys(answered.shape).join(',') };
	const [mail, own] = await Promise.all([
		graph.get(mailPath`/messages/${messageId}`, answered, { query }),
		kind === 'createReply' && !properties.toRecipients ? readOwnAddress(graph) : undefined,
	]);
	if (mail.isDraft) {
		throw new InvalidInput(
			'is a draft, which a tool neither forwards nor answers',
			'messageId',
			'Send it with Send Draft, or write a new email.',
		);
	}
	const isOwn = (address?: string) => isSameText(address, own);
	const goesBack = isOwn(toAddress(mail.from)?.address);
	if (!goesBack || toAddresses(mail.toRecipients).every(({ address }) => isOwn(address))) return;
	throw new InvalidInput(
		'is an email that this mailbox sent: the answer would go to the mailbox itself',
		'messageId',
		'Switch on Reply to All, or answer the last email of somebody else.',
	);
}

/**
 * What is left for a person to send names those whom Graph chose, too.
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
async function postReply(
	transport: MailTransport,
	{ kind, messageId, properties }: Reply,
): Promise<Draft> {
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
			await post({ ...headers, singleValueExtendedProperties: marks }).catch(
				// Not documented for replies (fact: mark-in-reply): where the marks are refused, they are made without.
				recover(
					({ details }) => details.httpCode === 400,
					async () => await post(headers),
				),
			),
	);
}

/** What is new in a reply: recipients join those that Graph chose, each address once, and the text its quote. */
function added(properties: MessageProperties, quoted: Draft | undefined): MessageProperties {
	const changes = { ...properties };
	for (const list of ['toRecipients', 'ccRecipients', 'bccRecipients'] as const) {
		const given = properties[list];
		const chosen = toAddresses(quoted?.[list]).filter(({ address }) => address !== '');
		const kept = chosen.map((emailAddress) => ({ emailAddress }));
		if (given) changes[list] = onceEach([...kept, ...given]);
	}
	if (properties.body && quoted) changes.body = inFront(properties.body, bodyOfDraft(quoted));
	delete changes.internetMessageHeaders;
	return changes;
}

import { recover } from '../../shared/failures';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { Draft } from './draft';
import { bodyOfDraft, changeDraft, discardOnFailure, draftShape } from './draft';
import type { MessageProperties, Recipient } from './messageProperties';
import { makeOnce } from './postDraftOnce';
import { inFront } from './quote';
import { onceEach } from './recipients';
import { sendDraftOnce } from './sendOnce';

export interface Reply {
	kind: 'createReply' | 'createReplyAll' | 'createForward';
	/** The mail that is answered or forwarded. */
	messageId: string;
	/** What is new: the text comes before the quote, recipients join those of the reply. */
	properties: MessageProperties;
	sources: AttachmentSource[];
	/** The recipients are those of `properties`, not those that Graph chose. */
	onlyTo?: boolean;
	/** Leaves the reply in Drafts. */
	saveAsDraft: boolean;
}

/**
 * Replies to a mail or forwards it, exactly once; history, recipients, attachments and formatting
 * are what Graph makes of the original. When something fails, no draft is left.
 * @see https://learn.microsoft.com/graph/api/message-createreply
 */
export async function sendReply(transport: MailTransport, reply: Reply): Promise<Draft> {
	const { graph, clock } = transport;
	const { properties, sources, saveAsDraft, onlyTo = false } = reply;
	return await withAttachments(transport, properties, sources, async ({ opened }) => {
		const quoted = await postReply(transport, reply);
		return await discardOnFailure(graph, quoted.id, async () => {
			const changes = toChanges(properties, onlyTo ? withoutRecipients(quoted) : quoted);
			if (onlyTo) changes.ccRecipients ??= [];
			const draft =
				Object.keys(changes).length > 0 ? await changeDraft(graph, quoted.id, changes) : quoted;
			if (opened.length > 0) {
				const owner = { path: mailPath`/messages/${draft.id}` };
				await attachAll(transport, owner, opened, await countAttachments(graph, owner));
			}
			if (!saveAsDraft) await sendDraftOnce(graph, clock, draft);
			return draft;
		});
	});
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
		async (mark) =>
			await post({ ...headers, singleValueExtendedProperties: [mark] }).catch(
				// Not documented for replies: where the mark is refused, they are made without.
				recover(
					({ details }) => details.httpCode === 400,
					async () => await post(headers),
				),
			),
	);
}

function toChanges(properties: MessageProperties, quoted: Draft): MessageProperties {
	const { body, toRecipients, ccRecipients, bccRecipients } = properties;
	const changes: MessageProperties = {
		...properties,
		...(body ? { body: inFront(body, bodyOfDraft(quoted)) } : {}),
		...joined('toRecipients', quoted.toRecipients, toRecipients),
		...joined('ccRecipients', quoted.ccRecipients, ccRecipients),
		...joined('bccRecipients', quoted.bccRecipients, bccRecipients),
	};
	delete changes.internetMessageHeaders;
	return changes;
}

function withoutRecipients(draft: Draft): Draft {
	return { ...draft, toRecipients: [], ccRecipients: [], bccRecipients: [] };
}

/** The recipients that Graph chose and the added ones, each address once. */
function joined<Name extends string>(
	name: Name,
	present: Draft['toRecipients'],
	added: Recipient[] | undefined,
) {
	if (!added) return {};
	const kept = (present ?? []).flatMap((recipient): Recipient[] => {
		const { address, name: shown } = recipient?.emailAddress ?? {};
		return address ? [{ emailAddress: { address, ...(shown ? { name: shown } : {}) } }] : [];
	});
	return { [name]: onceEach([...kept, ...added]) };
}

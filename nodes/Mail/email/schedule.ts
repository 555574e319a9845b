import type { DateTime } from 'luxon';
import { z } from 'zod';
import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { isGone } from '../../shared/provider/failure';
import { together } from '../../shared/provider/together';
import type { AttachmentSource } from '../attachments/attachment';
import {
	deferralShape,
	deferUntil,
	listDeferred,
	notDeferred,
	SEND_TIME_EXPAND,
	sendTimeOf,
} from '../graph/deferral';
import { isMailboxMissing } from '../graph/failure';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import type { GraphCall, GraphClient, GraphOptions } from '../graph/types';
import { foldersIn, isThrownAway } from './besideList';
import type { Draft } from './draft';
import { draftShape, MayBeSent } from './draft';
import { readFolder } from './folders';
import type { MessageProperties } from './messageProperties';
import { postDraftOnce } from './postDraftOnce';
import { fateOf, notSent, sendDraftOnce } from './sendOnce';
import { sentItem, toSentJson } from './sentOutput';

/** A scheduled mail as steps put it out: it waits to be sent by Exchange, which calls it deferred. */
export const scheduledItem = z
	.object({
		/** ISO 8601 with an offset; absent where the credential sends nothing. */
		sendAt: z.string().optional(),
	})
	.merge(sentItem);

/** A mail that is sent at a moment, in the zone of that moment. */
export function toScheduledJson(draft: Draft, sendAt: DateTime): z.infer<typeof scheduledItem> {
	return { ...toSentJson(draft, { sent: false }), sendAt: sendAt.toISO() ?? undefined };
}

/**
 * Hands a new mail over to Graph once, which sends it at a moment. Where the answer is lost, the mail is deleted again.
 * Nobody could tell whether it waits: a waiting mail looks like a draft that was never handed over.
 * @throws MayBeSent when it could not be taken back.
 */
export async function scheduleOnce(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	sendAt: DateTime<true>,
): Promise<Draft> {
	// Asked first, so that a refusal leaves no draft that looks like a waiting mail.
	const path = mailPath`/sendMail`;
	await transport.graph.permit({ method: 'POST', path, body: { message: properties } });
	const deferred = { ...properties, singleValueExtendedProperties: deferUntil(sendAt) };
	const draft = await postDraftOnce(transport, deferred, sources);
	await handOver(transport, draft);
	return draft;
}

/**
 * Puts a send time on a complete draft. Whether it may be sent is asked first, so that a refusal leaves no draft that
 * looks like a waiting mail.
 * @throws ProviderFailure of the kind `policy`, and DryRun, before anything is written.
 * @see https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties (fact: deferred-existing)
 */
export async function defer(graph: GraphClient, id: string, sendAt: DateTime<true>): Promise<void> {
	await permitSending(graph, id);
	// Where it fails, the draft is deleted, or said to be left.
	await setTime(graph, id, deferUntil(sendAt), { changes: false });
}

async function permitSending(graph: GraphClient, id: string): Promise<void> {
	await graph.permit({ method: 'POST', path: mailPath`/messages/${id}/send` });
}

async function setTime(
	graph: GraphClient,
	id: string,
	singleValueExtendedProperties: ReturnType<typeof deferUntil>,
	options?: Pick<GraphOptions, 'changes'>,
): Promise<void> {
	const body = { singleValueExtendedProperties };
	await graph.request({ ...options, method: 'PATCH', path: mailPath`/messages/${id}`, body });
}

/**
 * Hands over a draft that this run made and gave a send time, once. Where that fails, it deletes the draft.
 * @throws MayBeSent when it could not be taken back.
 */
export async function handOver(transport: MailTransport, draft: Draft): Promise<void> {
	const { graph } = transport;
	const { id } = draft;
	await sendDraftOnce(transport, draft, { attempts: 1, undecided: notSent }).catch(
		recover('any', async (failure) => {
			const fate = await despiteConflicts(
				async () => await deleteUnchanged(graph, await readVersion(graph, id)),
			)
				// Sent meanwhile at its time, or deleted by somebody: Sent Items tell which.
				.then(async (end) => (end === 'gone' ? await fateOf(transport, draft, true) : end))
				.catch(recover('any', () => 'unknown' as const));
			if (fate !== 'sent') throw fate === 'deleted' ? failure : mayWait(failure, id, DELETE_IT);
		}),
	);
}

/**
 * Hands over a draft that this run did not make, once. Where that fails, the draft stays and loses its send time.
 * @param sendAt Undefined for a draft that has its send time already.
 * @param before Looks before each attempt.
 * @throws MayBeSent when the answer was lost: a waiting mail looks like the draft, which is not this step's to delete.
 */
export async function handOverDraft(
	transport: MailTransport,
	draft: Draft,
	sendAt: DateTime<true> | undefined,
	before?: GraphCall['before'],
): Promise<void> {
	const { graph } = transport;
	const { id } = draft;
	const withoutTime = async (failure: ProviderFailure) => {
		const sayTimeIsLeft = rethrow('any', () => failure.withMore(TIME_IS_LEFT));
		await setTime(graph, id, notDeferred()).catch(sayTimeIsLeft);
		throw failure;
	};
	if (sendAt) {
		await permitSending(graph, id);
		// A time that was refused is none.
		const maySet = ({ details }: ProviderFailure) => details.unanswered === true;
		// Where it may be set, it is taken off again, or said to be left.
		await setTime(graph, id, deferUntil(sendAt), { changes: false }).catch(
			recover(maySet, withoutTime),
		);
	}
	const undecided = (failure: ProviderFailure) => mayWait(failure, id, KEEP_IT);
	await sendDraftOnce(transport, draft, { attempts: 1, undecided, before }).catch(
		recover((failure) => sendAt !== undefined && !(failure instanceof MayBeSent), withoutTime),
	);
}

const TIME_IS_LEFT = 'The draft has a time now: open it in Outlook before you send it from there.';

const DELETE_IT = 'Look in Drafts, and delete it there';
const KEEP_IT = 'Copy its text, and cancel it with Cancel Scheduled Email';

function mayWait({ kind, details }: ProviderFailure, draftId: string, todo: string): MayBeSent {
	return new MayBeSent(kind, 'The email may wait in Drafts, to be sent at its time', {
		...details,
		hint: `${todo} (message ID ${draftId}) before running the step again.`,
	});
}

const waitingShape = draftShape.omit({ body: true }).merge(deferralShape);
const query = { $expand: SEND_TIME_EXPAND };

/** Reads a draft without its body, and its send time if it has one. */
export async function readDraft(graph: GraphClient, id: string) {
	const draft = await graph.part(mailPath`/messages/${id}`, waitingShape, { query });
	return { draft, sendTime: sendTimeOf(draft) };
}

/** The mails that wait, the next one to be sent first. @param now milliseconds since the epoch. */
export async function readWaiting(graph: GraphClient, now: number) {
	const deferred = await listDeferred(graph, waitingShape);
	return deferred
		.filter(({ sendTime }) => sendTime > now)
		.sort((one, other) => one.sendTime - other.sendTime);
}

/**
 * Deletes a mail that waits, so that it is not sent. One that was sent in the meantime stays.
 * @param now milliseconds since the epoch.
 * @throws InvalidInput for a mail that does not wait.
 */
export async function takeBack(graph: GraphClient, id: string, now: number) {
	// In one batch, once a run: isThrownAway needs the folders.
	const [draft] = await together([readVersion(graph, id), foldersIn(graph, 'deleteditems')]);
	const sendTime = draft && sendTimeOf(draft);
	if (!draft) throw notWaiting(IS_GONE);
	if (!sendTime || sendTime <= now)
		throw notWaiting(draft.isDraft === false ? 'it was sent or received' : 'it is a draft');
	// In Deleted Items it keeps its send time. Deleted from there, it would be gone for good.
	if (await isThrownAway(graph, draft))
		throw notWaiting('it was cancelled or deleted, and is in Deleted Items');
	if ((await deleteUnchanged(graph, draft)) !== 'deleted') throw notWaiting(IS_GONE);
	return { draft, sendTime };
}

const versioned = waitingShape.extend({ '@odata.etag': z.string() });

type Version = z.output<typeof versioned>;

/** @returns undefined for a mail that is gone: what was sent at its time has another ID (fact: deferred-copy). */
async function readVersion(graph: GraphClient, id: string): Promise<Version | undefined> {
	return await graph
		.part(mailPath`/messages/${id}`, versioned, { query })
		.catch(undefinedOn((failure) => isGone(failure) && !isMailboxMissing(failure)));
}

/** Deletes a mail unless somebody changed it meanwhile. `gone`: its ID is, as it was sent, or somebody else deleted it. */
async function deleteUnchanged(
	graph: GraphClient,
	mail: Version | undefined,
): Promise<'deleted' | 'sent' | 'gone'> {
	if (!mail) return 'gone';
	if (mail.isDraft === false) return 'sent';
	const { id, parentFolderId, '@odata.etag': version } = mail;
	const path = mailPath`/messages/${id}`;
	// What is gone at a second attempt was sent at its time meanwhile: a deleted mail keeps its ID.
	const call = { method: 'DELETE', headers: { 'If-Match': version }, removes: false } as const;
	return await graph.request({ ...call, path }).then(
		() => 'deleted' as const,
		recover(
			(failure) => failure.kind === 'conflict' || isGone(failure),
			async (failure) => {
				const sayBefore = rethrow('any', (unread) => unread.after(failure));
				const now = await readVersion(graph, id).catch(sayBefore);
				if (!now) return 'gone';
				if (now.isDraft === false) return 'sent';
				if (now.parentFolderId === parentFolderId) throw failure;
				// In the Outbox it is on its way; thrown away it was, maybe by an attempt whose answer was lost.
				const outbox = await readFolder(graph, 'outbox').catch(sayBefore);
				if (now.parentFolderId === outbox?.id) return 'sent';
				if (await isThrownAway(graph, now).catch(sayBefore)) return 'deleted';
				throw failure;
			},
		),
	);
}

const IS_GONE = 'it was sent, or there is no such email';

function notWaiting(why: string): InvalidInput {
	return new InvalidInput(
		`does not wait to be sent: ${why}`,
		'messageId',
		'List Scheduled Emails returns those that wait; Delete Email deletes any other.',
	);
}

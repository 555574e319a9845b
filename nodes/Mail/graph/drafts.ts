import { z } from 'zod';
import { ProviderFailure, recover } from '../../shared/failures';
import { createSlotLane, sharedLane } from '../../shared/http/limiter';
import type { AttachmentBytes, AttachmentSource } from './attachments';
import type { GraphClient } from './client';
import { messageShape } from './message';
import type { MessageProperties } from './outgoing';
import { mailPath } from './paths';
import { uploadAttachment } from './upload';
import type { MailTransport } from './upload';

/** A mail that is not sent yet. */
export const draftShape = messageShape.pick({
	id: true,
	conversationId: true,
	internetMessageId: true,
	subject: true,
	toRecipients: true,
	ccRecipients: true,
	bccRecipients: true,
	parentFolderId: true,
	isDraft: true,
	body: true,
	webLink: true,
});
export type Draft = z.infer<typeof draftShape>;

/**
 * Longest request body in characters that carries attachments: Graph refuses bodies over 4 MB, the
 * base64 text counted. https://learn.microsoft.com/graph/outlook-large-attachments
 */
const MAX_BODY_LENGTH = 4_000_000;
/** Room in a body for an attachment's other properties, in characters. */
const PROPERTIES_LENGTH = 1_000;
/** Bytes from which on a mail waits for its turn, so that few are in memory: Graph's batch parts stay below. */
const HEAVY = 65_536;
/** Mails with heavy attachments at work at once in this process: about 20 MB each while they are sent. */
const HEAVY_AT_ONCE = 4;

/** The account may not keep drafts, only send. */
export class DraftsForbidden extends ProviderFailure {}

/**
 * Makes a draft with everything in it, or none: one that was begun is deleted again.
 * @throws DraftsForbidden where the account has no right to write mail.
 */
export async function createDraft(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
): Promise<Draft> {
	return await inOneRequest(transport, properties, sources, async (message, opened) => {
		const draft = await postDraft(transport.graph, message ?? properties);
		if (message) return draft;
		return await discardOnFailure(transport.graph, draft.id, async () => {
			for (const one of opened) await attach(transport, draft.id, one);
			return draft;
		});
	});
}

/**
 * Hands over a message with its attachments in it, or undefined when they are too large for that.
 * Mails with heavy attachments take turns, so that memory stays flat.
 */
export async function inOneRequest<T>(
	transport: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	task: (message: object | undefined, opened: OpenAttachment[]) => Promise<T>,
): Promise<T> {
	if (sources.length === 0) return await task(properties, []);
	return await inTurn(transport, sources, async () => {
		const opened = await openAll(sources);
		if (!fitsOneRequest(properties, opened)) return await task(undefined, opened);
		const attachments = await Promise.all(opened.map(toJson));
		return await task({ ...properties, attachments }, opened);
	});
}

/** Adds attachments to a draft, one after the other. @returns their IDs, as far as they are known. */
export async function addAttachments(
	transport: MailTransport,
	draftId: string,
	sources: AttachmentSource[],
): Promise<Array<string | undefined>> {
	if (sources.length === 0) return [];
	return await inTurn(transport, sources, async () => {
		const ids: Array<string | undefined> = [];
		for (const one of await openAll(sources)) ids.push(await attach(transport, draftId, one));
		return ids;
	});
}

/**
 * Deletes the draft when the task fails; where it cannot be deleted, the failure names it. A failure
 * that leaves open whether the mail was sent deletes nothing.
 */
export async function discardOnFailure<T>(
	graph: GraphClient,
	draftId: string,
	task: () => Promise<T>,
): Promise<T> {
	return await task().catch(async (error: unknown) => {
		if (error instanceof MayBeSent) throw error;
		const gone = await discard(graph, draftId);
		if (gone || !(error instanceof ProviderFailure)) throw error;
		const left = `An unsent draft is left in Drafts (ID ${draftId}): delete it.`;
		throw new ProviderFailure(error.kind, error.message, {
			...error.details,
			hint: [error.details.hint, left].filter((part) => part !== undefined).join(' '),
		});
	});
}

/** Nobody can tell whether the mail was sent. */
export class MayBeSent extends ProviderFailure {}

async function discard(graph: GraphClient, draftId: string): Promise<boolean> {
	return await graph.request({ method: 'DELETE', path: mailPath`/messages/${draftId}` }).then(
		() => true,
		recover(
			() => true,
			({ kind }) => kind === 'notFound',
		),
	);
}

async function postDraft(graph: GraphClient, message: object): Promise<Draft> {
	return await graph.post(mailPath`/messages`, message, draftShape).catch(
		recover(
			({ kind, details }) => kind === 'forbidden' || details.mayHaveHappened === true,
			({ kind, message: reason, details }) => {
				if (kind === 'forbidden') throw new DraftsForbidden(kind, reason, details);
				throw new ProviderFailure(
					'unavailable',
					'The connection broke while the draft was made: nothing was sent',
					{ ...details, hint: 'Run the step again. An unsent draft may be left in Drafts.' },
				);
			},
		),
	);
}

interface OpenAttachment {
	source: AttachmentSource;
	bytes: AttachmentBytes;
}

async function openAll(sources: AttachmentSource[]): Promise<OpenAttachment[]> {
	const opened: OpenAttachment[] = [];
	// One after the other: an attachment of another mail is downloaded here.
	for (const source of sources) opened.push({ source, bytes: await source.open() });
	return opened;
}

function fitsOneRequest(message: object, attachments: OpenAttachment[]): boolean {
	const text = JSON.stringify(message).length;
	return attachments.reduce((length, one) => length + jsonLength(one), text) <= MAX_BODY_LENGTH;
}

/** Length of an attachment in a JSON body: base64 makes four characters of three bytes. */
function jsonLength({ bytes }: OpenAttachment): number {
	return Math.ceil(bytes.size / 3) * 4 + PROPERTIES_LENGTH;
}

async function toJson({ source, bytes }: OpenAttachment): Promise<object> {
	const { name, contentType, contentId } = source;
	return {
		'@odata.type': '#microsoft.graph.fileAttachment',
		name,
		contentType,
		...(contentId === undefined ? {} : { isInline: true, contentId }),
		contentBytes: (await bytes.read()).toString('base64'),
	};
}

const created = z.object({ id: z.string() });

async function attach(
	transport: MailTransport,
	draftId: string,
	attachment: OpenAttachment,
): Promise<string | undefined> {
	const { source, bytes } = attachment;
	if (jsonLength(attachment) > MAX_BODY_LENGTH) {
		return await uploadAttachment(transport, draftId, source, bytes);
	}
	const path = mailPath`/messages/${draftId}/attachments`;
	return (await transport.graph.post(path, await toJson(attachment), created)).id;
}

async function inTurn<T>(
	{ clock }: MailTransport,
	sources: AttachmentSource[],
	task: () => Promise<T>,
): Promise<T> {
	const size = sources.reduce((sum, source) => sum + source.size, 0);
	if (size < HEAVY) return await task();
	const lane = sharedLane('heavy attachments', () => createSlotLane(HEAVY_AT_ONCE, clock));
	return await lane.run(1, task);
}

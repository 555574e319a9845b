import { z } from 'zod';
import { ProviderFailure, recover } from '../../shared/failures';
import { createSlotLane, sharedLane } from '../../shared/http/limiter';
import type { AttachmentBytes, AttachmentSource } from './attachments';
import type { GraphClient } from './client';
import type { MessageProperties } from './outgoing';
import { mailPath } from './paths';
import { uploadAttachment } from './upload';
import type { MailTransport } from './upload';

/** An attachment whose bytes can be read. */
export interface OpenAttachment {
	source: AttachmentSource;
	bytes: AttachmentBytes;
}

/**
 * Longest request body in characters that carries attachments: Graph refuses bodies over 4 MB, the
 * base64 text counted. https://learn.microsoft.com/graph/outlook-large-attachments
 */
const MAX_BODY_LENGTH = 4_000_000;
/** Room in a body for an attachment's other properties, in characters. */
const PROPERTIES_LENGTH = 1_000;
/** Bytes from which on a mail waits for its turn, so that few are in memory: smaller ones fit into batches. */
const HEAVY = 65_536;
/** Mails with heavy attachments at work at once in this process: each takes up to 20 MB of memory. */
const HEAVY_AT_ONCE = 4;
/** How often an attachment is sent in all when answers are lost. */
const MAX_ATTEMPTS = 3;
/** Pause before the draft is asked for what it has, in milliseconds: the request may still be at work. */
const PAUSE_MS = 500;

/**
 * Opens the attachments of one mail and hands them over, together with the message that holds them
 * all where they fit into one request. Mails with heavy attachments take turns, so that memory
 * stays flat however many items run side by side.
 */
export async function withAttachments<T>(
	{ clock }: MailTransport,
	properties: MessageProperties,
	sources: AttachmentSource[],
	task: (opened: OpenAttachment[], whole: MessageProperties | undefined) => Promise<T>,
): Promise<T> {
	if (sources.length === 0) return await task([], properties);
	const work = async () => {
		const opened: OpenAttachment[] = [];
		// One after the other: an attachment of another mail is downloaded here.
		for (const source of sources) opened.push({ source, bytes: await source.open() });
		const length = opened.reduce((sum, one) => sum + jsonLength(one), textLength(properties));
		if (length > MAX_BODY_LENGTH) return await task(opened, undefined);
		const attachments = await Promise.all(opened.map(toJson));
		return await task(opened, { ...properties, attachments });
	};
	const size = sources.reduce((sum, source) => sum + source.size, 0);
	if (size < HEAVY) return await work();
	const lane = sharedLane('heavy attachments', () => createSlotLane(HEAVY_AT_ONCE, clock));
	return await lane.run(1, work);
}

/**
 * Puts attachments on a draft, one after the other, each exactly once.
 * @param present How many attachments the draft has already.
 */
export async function attachAll(
	transport: MailTransport,
	draftId: string,
	attachments: OpenAttachment[],
	present: number,
): Promise<void> {
	for (const [index, attachment] of attachments.entries()) {
		await attachOnce(transport, draftId, attachment, present + index);
	}
}

/** How many attachments a mail has. */
export async function countAttachments(graph: GraphClient, messageId: string): Promise<number> {
	const path = mailPath`/messages/${messageId}/attachments`;
	return (await graph.list(path, z.object({ id: z.string() }), { query: { $select: 'id' } }))
		.length;
}

/** After a lost answer the draft itself tells whether the attachment arrived. */
async function attachOnce(
	transport: MailTransport,
	draftId: string,
	attachment: OpenAttachment,
	present: number,
): Promise<void> {
	const { graph, clock } = transport;
	for (let attempt = 1; ; attempt++) {
		const lost = await attach(transport, draftId, attachment).then(
			() => undefined,
			recover(
				({ details }) => details.mayHaveHappened === true,
				(failure) => failure,
			),
		);
		if (!lost) return;
		await clock.wait(PAUSE_MS * attempt);
		if ((await countAttachments(graph, draftId)) > present) return;
		if (attempt >= MAX_ATTEMPTS) throw notAttached(attachment, lost);
	}
}

async function attach(
	transport: MailTransport,
	draftId: string,
	attachment: OpenAttachment,
): Promise<void> {
	const { source, bytes } = attachment;
	const post = async () =>
		await transport.graph.post(
			mailPath`/messages/${draftId}/attachments`,
			await toJson(attachment),
			z.unknown(),
		);
	if (jsonLength(attachment) <= MAX_BODY_LENGTH) await post();
	else await uploadAttachment(transport, draftId, source, bytes).catch(recover(isTooSmall, post));
}

/** Graph draws the line between the two ways at "3 MB", which is not said to the byte. */
function isTooSmall({ details }: ProviderFailure): boolean {
	return details.providerCode === 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize';
}

function notAttached({ source }: OpenAttachment, { details }: ProviderFailure): ProviderFailure {
	return new ProviderFailure(
		'unavailable',
		`The connection broke each time "${source.name}" was attached`,
		{ ...details, mayHaveHappened: false, hint: 'Run the step again later.' },
	);
}

/** Length of an attachment in a JSON body: base64 makes four characters of three bytes. */
function jsonLength({ bytes }: OpenAttachment): number {
	return Math.ceil(bytes.size / 3) * 4 + PROPERTIES_LENGTH;
}

function textLength(message: object): number {
	return JSON.stringify(message).length;
}

/** @see https://learn.microsoft.com/graph/api/resources/fileattachment */
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

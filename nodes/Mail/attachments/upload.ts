import { z } from 'zod';
import { exchange } from '../../shared/http/exchange';
import { presentableText, ProviderFailure, rethrow } from '../../shared/http/failures';
import type { Answer, Outcome } from '../../shared/http/request';
import { isSuccess } from '../../shared/http/request';
import { LONGEST_RETRY_AFTER_MS, mayHaveRun, retryAfterMs } from '../../shared/http/retry';
import type { MailTransport } from '../graph/transport';
import type { AttachmentBytes, AttachmentSource } from './attachment';

/** Size of one part in bytes: the largest that fits Graph's rules (fact: upload-chunk). Files are read in such pieces. */
const CHUNK_SIZE = 12 * 320 * 1024;
/** How often one part is sent in all before the upload counts as broken. */
const MAX_CHUNK_ATTEMPTS = 4;
/** Pause before the state of an interrupted upload is asked for, in milliseconds, doubled each time. */
const FIRST_PAUSE_MS = 500;

/** HTTP 201 Created: the answer to the last part, once the file is attached (fact: upload-session). */
const CREATED = 201;
/** HTTP 429 Too Many Requests: https://learn.microsoft.com/graph/throttling-limits (150 MB in 5 minutes) */
const THROTTLED = 429;

const session = z.object({ uploadUrl: z.string() });
/** `4096-` or `4096-8191`, and also seen as a bare number. */
const progress = z.object({ nextExpectedRanges: z.tuple([z.coerce.string()]).rest(z.unknown()) });
const refusal = z.object({ error: z.object({ message: z.string() }) });

/**
 * Attaches a file of 3 MB or more to a draft or an event, part by part: one is sent while the next one is read.
 * In mailboxes of others that may be refused (fact: upload-to-others).
 * @param owner The path of the draft or event, built by `mailPath`.
 * @throws ProviderFailure; `mayHaveHappened` when the answer to the last part was lost.
 */
export async function uploadAttachment(
	transport: MailTransport,
	owner: string,
	source: AttachmentSource,
	bytes: AttachmentBytes,
): Promise<void> {
	const url = await openSession(transport, owner, source, bytes.size);
	let sent = 0;
	const sendAll = async () => {
		for await (const chunk of chunksOf(bytes)) {
			await sendChunk(transport, { url, start: sent, chunk, total: bytes.size });
			sent += chunk.length;
		}
	};
	await sendAll().catch(async (error: unknown) => {
		await transport.sendAnonymous({ method: 'DELETE', url });
		throw error;
	});
	if (sent !== bytes.size) {
		throw new ProviderFailure('rejected', `The file "${source.name}" changed while it was read`);
	}
}

async function openSession(
	transport: MailTransport,
	owner: string,
	{ name, contentType, contentId }: AttachmentSource,
	size: number,
): Promise<string> {
	const AttachmentItem = {
		attachmentType: 'file',
		name,
		size,
		contentType,
		...(contentId === undefined ? {} : { isInline: true, contentId }),
	};
	const { uploadUrl } = await transport.graph
		.post(
			`${owner}/attachments/createUploadSession`,
			{ AttachmentItem },
			session,
			// A session that is not used expires by itself.
			{ repeatable: true },
		)
		.catch(
			rethrow('forbidden', (failure) =>
				failure
					.inWords(
						`"${name}" is too large for this mailbox: Microsoft Graph takes attachments of 3 MB and more only in the account's own mailbox`,
					)
					.withHint(
						'Attach files below 3 MB, or put a link into the text. With an account that signs in, a person can also leave Mailbox empty and set From to the other address, for a new email.',
					),
			),
		);
	// The bytes go where the provider says, but never unencrypted over a network.
	const address = transport.graph.outside(uploadUrl);
	if (address) return address.href;
	throw new ProviderFailure('rejected', 'The provider gave an upload address that is not secure', {
		hint: 'Check the API root of the credential.',
	});
}

/**
 * Sends one part. Where the answer is lost, or does not say that the provider has the part, it asks how far the upload
 * came. That is not `once`, as there is a third outcome: a part taken by half, which ends the session.
 * @param part The address of the session, the position of the first byte, and the bytes of the whole file.
 */
async function sendChunk(
	{ sendAnonymous: send, clock, signal }: MailTransport,
	{ url, start, chunk, total }: { url: string; start: number; chunk: Buffer; total: number },
): Promise<void> {
	const end = start + chunk.length;
	const askHowFar = async () => await send({ method: 'GET', url });
	for (let attempt = 1; ; attempt++) {
		const outcome = await exchange(
			async () =>
				await send({
					method: 'PUT',
					url,
					headers: {
						'Content-Type': 'application/octet-stream',
						'Content-Range': `bytes ${start}-${end - 1}/${total}`,
					},
					body: chunk,
				}),
			{ clock, signal, repeatable: false },
		);
		const answer = 'status' in outcome && !mayHaveRun(outcome) ? outcome : undefined;
		if (isSuccess(outcome)) {
			if (end < total ? nextOf(outcome) === end : outcome.status === CREATED) return;
		} else if (answer) throw partRefused(answer);
		const asked = 'status' in outcome ? retryAfterMs(outcome.headers, clock.now()) : undefined;
		const pause = Math.max(asked ?? 0, FIRST_PAUSE_MS * 2 ** (attempt - 1));
		const isTooLong = pause > LONGEST_RETRY_AFTER_MS;
		if (attempt >= MAX_CHUNK_ATTEMPTS || isTooLong) throw partLost(asked);
		await clock.wait(pause, signal);
		const next = nextOf(await exchange(askHowFar, { clock, signal, repeatable: true }));
		// The provider took it and never says how far it is. The next part shows a gap, as it is refused then.
		const isSilent = next === undefined && isSuccess(outcome) && typeof outcome.body !== 'string';
		// A part taken in full is done; the last one ends the session, which can no longer be asked.
		if ((next === end || isSilent) && end < total) return;
		if (next !== start) throw partLost();
	}
}

/** The byte with which the next part has to begin, by the provider's answer; undefined where it does not say. */
function nextOf(outcome: Outcome): number | undefined {
	const state = isSuccess(outcome) ? progress.safeParse(outcome.body) : undefined;
	return state?.success ? Number.parseInt(state.data.nextExpectedRanges[0], 10) : undefined;
}

function partLost(retryAfterMs?: number): ProviderFailure {
	return new ProviderFailure('unavailable', 'The provider did not take a part of an attachment', {
		mayHaveHappened: true,
		retryAfterMs,
	});
}

function partRefused({ status: httpCode, body }: Answer): ProviderFailure {
	if (httpCode === THROTTLED) {
		return new ProviderFailure('throttled', 'The mailbox takes no more uploads at the moment', {
			httpCode,
			hint: 'Microsoft Graph takes 150 MB in 5 minutes: wait and run the step again.',
		});
	}
	const said = refusal.safeParse(body);
	const reason = said.success ? presentableText(said.data.error.message) : undefined;
	return new ProviderFailure(
		'rejected',
		`The provider refused a part of an attachment${reason ? `: ${reason}` : ''}`,
		{ httpCode, hint: 'Run the step again.' },
	);
}

async function* chunksOf(bytes: AttachmentBytes): AsyncGenerator<Buffer> {
	let held: Buffer[] = [];
	let length = 0;
	for await (const piece of bytes.pieces(CHUNK_SIZE)) {
		for (let rest = piece; rest.length > 0;) {
			const taken = rest.subarray(0, CHUNK_SIZE - length);
			held.push(taken);
			length += taken.length;
			rest = rest.subarray(taken.length);
			if (length < CHUNK_SIZE) continue;
			yield joined(held);
			held = [];
			length = 0;
		}
	}
	if (length > 0) yield joined(held);
}

/** Not copied where it came in one piece, as from a file. */
function joined(held: Buffer[]): Buffer {
	const [only, ...others] = held;
	return only && others.length === 0 ? only : Buffer.concat(held);
}

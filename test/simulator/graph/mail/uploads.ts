import { createHash } from 'node:crypto';
import type { ApiAnswer, ApiRequest } from '../../exchange';
import { attachmentId, type SimAttachment } from '../attachment';
import type { Mailbox } from '../mailbox';
import { badRequest, GraphProblem, itemNotFound } from '../problem';
import { isoSeconds } from '../text';
import type { GraphWorld } from '../world';

interface UploadItem {
	name: string;
	size: number;
	isInline: boolean;
	contentId: string | null;
	contentType: string | null;
}

/** A mail or an event. */
export interface AttachmentHolder {
	readonly id: string;
	readonly generation: number;
	attachments: SimAttachment[];
	touch(lastModifiedDateTime: string): void;
}

/** A file on its way in, by chunks. */
export interface UploadSession {
	secret: string;
	/** Part of the address: it is authenticated beforehand (fact: upload-session). */
	authToken: string;
	expiresAt: number;
	mailbox: Mailbox;
	message: AttachmentHolder;
	item: UploadItem;
	chunks: Buffer[];
	received: number;
}

// Chunks hold up to 4 MB, here of the smaller kind (fact: upload-chunk).
export const CHUNK_MAXIMUM_BYTES = 4_000_000;
// No lifetime is documented; one day keeps a forgotten session from living for ever.
const SESSION_LIFETIME_MS = 86_400_000;

/** Opens a session for one file of a message. */
export function createUpload(
	world: GraphWorld,
	mailbox: Mailbox,
	message: AttachmentHolder,
	item: UploadItem,
): UploadSession {
	const key = mailbox.nextKey('upload');
	const digest = (salt: string): string =>
		createHash('sha256').update(`${salt}/${key}`).digest('base64url');
	const session: UploadSession = {
		secret: digest('session'),
		authToken: digest('token'),
		expiresAt: world.clock() + SESSION_LIFETIME_MS,
		mailbox,
		message,
		item,
		chunks: [],
		received: 0,
	};
	world.uploads.set(session.secret, session);
	return session;
}

function findSession(world: GraphWorld, request: ApiRequest): UploadSession {
	// The address is the permission; a token beside it is refused (fact: upload-session).
	if (request.headers.authorization !== undefined) {
		throw new GraphProblem(
			401,
			'InvalidAuthenticationToken',
			'An upload address is authenticated by itself; leave the Authorization header out.',
		);
	}
	const session = world.uploads.get(request.path.slice('/upload/'.length));
	if (session === undefined || session.expiresAt <= world.clock()) throw itemNotFound();
	if (request.query.get('authtoken') !== session.authToken) {
		throw new GraphProblem(401, 'InvalidAuthenticationToken', 'The upload address is incomplete.');
	}
	return session;
}

function status(session: UploadSession): ApiAnswer {
	return {
		status: 200,
		body: {
			expirationDateTime: new Date(session.expiresAt).toISOString(),
			nextExpectedRanges: [`${session.received}-`],
		},
	};
}

function finish(world: GraphWorld, session: UploadSession): ApiAnswer {
	const { mailbox, message, item } = session;
	world.uploads.delete(session.secret);
	const [attachment] = mailbox.createAttachments([
		{
			name: item.name,
			content: Buffer.concat(session.chunks),
			isInline: item.isInline,
			...(item.contentId === null ? {} : { contentId: item.contentId }),
			...(item.contentType === null ? {} : { contentType: item.contentType }),
		},
	]);
	if (attachment === undefined) throw new Error('No attachment was made');
	message.attachments = [...message.attachments, attachment];
	message.touch(isoSeconds(world.clock()));
	const id = attachmentId(attachment, 'rest', message.generation);
	// 201 with the attachment's id in Location (fact: upload-session).
	const location =
		`https://outlook.office.com/api/v2.0/Users('${mailbox.id}')/Messages('${message.id}')` +
		`/Attachments('${id}')`;
	return { status: 201, headers: { location } };
}

function receiveChunk(world: GraphWorld, session: UploadSession, request: ApiRequest): ApiAnswer {
	const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '');
	if (range === null) throw badRequest('The Content-Range header is missing or malformed.');
	const [start, end, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
	if (end - start + 1 !== request.body.length || total !== session.item.size || end >= total) {
		throw badRequest('Content-Range does not fit the length of the chunk or of the file.');
	}
	if (request.body.length > CHUNK_MAXIMUM_BYTES) {
		throw new GraphProblem(413, 'ErrorRequestTooLarge', 'A chunk holds at most 4 MB.');
	}
	// In order (fact: upload-session).
	if (start !== session.received) {
		throw new GraphProblem(
			416,
			'ErrorInvalidRange',
			`The chunk starts at ${start}; expected is ${session.received}.`,
		);
	}
	if (!world.gauge.upload(session.mailbox.address, request.body.length)) {
		throw new GraphProblem(429, 'ApplicationThrottled', 'Application is over its upload limit.', {
			'retry-after': String(world.retryAfterSeconds),
		});
	}
	session.chunks.push(request.body);
	session.received += request.body.length;
	return session.received === total ? finish(world, session) : status(session);
}

/** Answers a request to an upload address. Throws Graph's refusals. */
export function handleUpload(world: GraphWorld, request: ApiRequest): ApiAnswer {
	const session = findSession(world, request);
	switch (request.method) {
		case 'PUT':
			return receiveChunk(world, session, request);
		case 'GET':
			return status(session);
		case 'DELETE':
			world.uploads.delete(session.secret);
			return { status: 204 };
		default:
			throw new GraphProblem(405, 'ErrorInvalidRequest', 'The method is not allowed.');
	}
}

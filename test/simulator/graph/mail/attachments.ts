import { z } from 'zod';
import type { ApiAnswer, JsonObject } from '../../exchange';
import { attachmentId, attachmentSeed, renderAttachment, type SimAttachment } from '../attachment';
import {
	checkAccess,
	type GraphCall,
	type GraphRoutes,
	param,
	readAction,
	readBody,
} from '../call';
import type { SimMessage } from '../message';
import { accessDenied, badRequest, GraphProblem, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';
import { attachmentSchema } from '../schemas';
import { isoSeconds } from '../text';
import { checkIdShape, findMessage } from './find';
import { createUpload } from './uploads';

const ATTACHMENT_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.Attachment',
	properties: new Set([
		'id',
		'lastModifiedDateTime',
		'name',
		'contentType',
		'size',
		'isInline',
		'contentBytes',
		'contentId',
		'contentLocation',
		'item',
	]),
};

/** Properties of one kind only: naming them on the base type is refused, a cast is not. */
const DERIVED = ['contentBytes', 'contentId', 'contentLocation', 'item'];

// Sessions are for files of 3 to 150 MB (graph.md 6).
const SESSION_MINIMUM_BYTES = 3 * 1024 * 1024;
const SESSION_MAXIMUM_BYTES = 150 * 1024 * 1024;

function show(call: GraphCall, message: SimMessage, attachment: SimAttachment): JsonObject {
	return renderAttachment(attachment, {
		kind: call.ids,
		generation: message.generation,
		expandItem: call.query.get('$expand')?.toLowerCase().includes('itemattachment/item') === true,
	});
}

function listAttachments(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'read');
	const message = findMessage(call);
	const select = call.query.get('$select')?.split(',') ?? [];
	const derived = select.find((name) => DERIVED.includes(name.trim()));
	if (derived !== undefined) {
		throw badRequest(
			`Could not find a property named '${derived}' on type 'microsoft.graph.attachment'.`,
			'RequestBroker--ParseUri',
		);
	}
	// The endpoint ignores $filter (graph.md 2).
	call.query.delete('$filter');
	return listAnswer(call, {
		items: message.attachments,
		type: ATTACHMENT_TYPE,
		render: (attachment) => show(call, message, attachment),
	});
}

function findAttachment(call: GraphCall, message: SimMessage): SimAttachment {
	const id = param(call, 'attachment');
	checkIdShape(id);
	const found = message.attachments.find(
		(attachment) =>
			attachmentId(attachment, 'rest', message.generation) === id ||
			attachmentId(attachment, 'immutable', 0) === id,
	);
	if (found === undefined) throw itemNotFound();
	return found;
}

function addAttachment(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	const message = findMessage(call);
	const input = readBody(call, attachmentSchema);
	const [attachment] = call.mailbox.createAttachments([attachmentSeed(input)]);
	if (attachment === undefined) throw new Error('No attachment was made');
	message.attachments = [...message.attachments, attachment];
	message.touch(isoSeconds(call.now));
	return entityAnswer(call, show(call, message, attachment), ATTACHMENT_TYPE, { status: 201 });
}

function downloadAttachment(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'read');
	const attachment = findAttachment(call, findMessage(call));
	switch (attachment.kind) {
		case 'file':
			return {
				status: 200,
				headers: { 'content-type': attachment.contentType ?? 'application/octet-stream' },
				body: attachment.content,
			};
		case 'item':
			// The MIME of the inner item (graph.md 6); tests give it as `content`.
			return { status: 200, headers: { 'content-type': 'text/plain' }, body: attachment.content };
		case 'reference':
			// graph.md 6.
			throw new GraphProblem(
				405,
				'ErrorInvalidRequest',
				'The $value of a reference attachment cannot be read.',
			);
	}
}

const sessionSchema = z
	.object({
		attachmentItem: z
			.object({
				attachmentType: z.string().regex(/^file$/i),
				name: z.string().min(1),
				size: z.number().int().positive(),
				isInline: z.boolean().nullish(),
				contentId: z.string().nullish(),
				contentType: z.string().nullish(),
				'@odata.type': z.string().optional(),
			})
			.strict(),
	})
	.strict();

function createSession(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	// 403 with delegated rights on somebody else's mailbox (graph.md 6, known issue).
	if (call.mailbox !== call.caller) throw accessDenied();
	const message = findMessage(call);
	const item = readAction(call, sessionSchema).attachmentItem;
	if (item.size < SESSION_MINIMUM_BYTES) {
		throw badRequest(
			'Attachment size must be greater than the minimum size.',
			'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize',
		);
	}
	if (item.size > SESSION_MAXIMUM_BYTES) {
		throw badRequest(
			'The size of the attachment exceeds the limit.',
			'ErrorAttachmentSizeLimitExceeded',
		);
	}
	const upload = createUpload(call.world, call.mailbox, message, {
		name: item.name,
		size: item.size,
		isInline: item.isInline ?? false,
		contentId: item.contentId ?? null,
		contentType: item.contentType ?? null,
	});
	return {
		status: 201,
		body: {
			'@odata.context': `${call.root}/$metadata#microsoft.graph.uploadSession`,
			uploadUrl: `${call.origin}/upload/${upload.secret}?authtoken=${upload.authToken}`,
			expirationDateTime: new Date(upload.expiresAt).toISOString(),
			nextExpectedRanges: ['0-'],
		},
	};
}

/** Handlers for attachments of messages. Source: graph.md 6. */
export const attachmentRoutes: GraphRoutes = {
	'GET /messages/:message/attachments': listAttachments,
	'POST /messages/:message/attachments': addAttachment,
	'POST /messages/:message/attachments/createUploadSession': createSession,
	'GET /messages/:message/attachments/:attachment': (call) => {
		checkAccess(call, 'mail', 'read');
		const message = findMessage(call);
		const attachment = findAttachment(call, message);
		return entityAnswer(call, show(call, message, attachment), ATTACHMENT_TYPE);
	},
	'GET /messages/:message/attachments/:attachment/$value': downloadAttachment,
	'DELETE /messages/:message/attachments/:attachment': (call) => {
		checkAccess(call, 'mail', 'readWrite');
		const message = findMessage(call);
		const attachment = findAttachment(call, message);
		message.attachments = message.attachments.filter((entry) => entry !== attachment);
		message.touch(isoSeconds(call.now));
		return { status: 204 };
	},
};

import { z } from 'zod';
import type { ApiAnswer, JsonObject } from '../../exchange';
import { attachmentId, attachmentSeed, renderAttachment, type SimAttachment } from '../attachment';
import { findEvent } from '../calendar/find';
import {
	checkAccess,
	type GraphCall,
	type GraphRoutes,
	param,
	readAction,
	readBody,
} from '../call';
import { accessDenied, badRequest, GraphProblem, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';
import { attachmentSchema } from '../schemas';
import { isoSeconds } from '../text';
import { checkIdShape, findMessage } from './find';
import { type AttachmentHolder, createUpload } from './uploads';

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

// Sessions are for files of 3 to 150 MB (fact: attachment-sizes).
const SESSION_MINIMUM_BYTES = 3 * 1024 * 1024;
const SESSION_MAXIMUM_BYTES = 150 * 1024 * 1024;

function show(call: GraphCall, message: AttachmentHolder, attachment: SimAttachment): JsonObject {
	return renderAttachment(attachment, {
		kind: call.ids,
		generation: message.generation,
		expandItem: call.query.get('$expand')?.toLowerCase().includes('itemattachment/item') === true,
	});
}

function listAttachments(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'read');
	const message = of.find(call);
	const select = call.query.get('$select')?.split(',') ?? [];
	const derived = select.find((name) => DERIVED.includes(name.trim()));
	if (derived !== undefined) {
		throw badRequest(
			`Could not find a property named '${derived}' on type 'microsoft.graph.attachment'.`,
			'RequestBroker--ParseUri',
		);
	}
	// The endpoint ignores $filter (fact: attachments-filter).
	call.query.delete('$filter');
	return listAnswer(call, {
		items: message.attachments,
		type: ATTACHMENT_TYPE,
		render: (attachment) => show(call, message, attachment),
	});
}

function findAttachment(call: GraphCall, message: AttachmentHolder): SimAttachment {
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

function addAttachment(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'readWrite');
	const message = of.find(call);
	const input = readBody(call, attachmentSchema);
	const [attachment] = call.mailbox.createAttachments([attachmentSeed(input)]);
	if (attachment === undefined) throw new Error('No attachment was made');
	message.attachments = [...message.attachments, attachment];
	message.touch(isoSeconds(call.now));
	return entityAnswer(call, show(call, message, attachment), ATTACHMENT_TYPE, { status: 201 });
}

function downloadAttachment(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'read');
	const attachment = findAttachment(call, of.find(call));
	switch (attachment.kind) {
		case 'file':
			return {
				status: 200,
				headers: { 'content-type': attachment.contentType ?? 'application/octet-stream' },
				body: attachment.content,
			};
		case 'item':
			// The MIME of the inner item (fact: attachment-value); tests give it as `content`.
			return { status: 200, headers: { 'content-type': 'text/plain' }, body: attachment.content };
		case 'reference':
			// fact: attachment-value.
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

function createSession(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'readWrite');
	const isOthers = call.application || call.mailbox !== call.caller;
	if (isOthers && call.world.readings.is({ fact: 'upload-to-others', as: 'refused' })) {
		throw accessDenied();
	}
	const message = of.find(call);
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

/** What attachments hang on: mails and events have the same requests for them. */
interface Owner {
	area: 'mail' | 'calendar';
	find: (call: GraphCall) => AttachmentHolder;
}

function getAttachment(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'read');
	const holder = of.find(call);
	return entityAnswer(call, show(call, holder, findAttachment(call, holder)), ATTACHMENT_TYPE);
}

function deleteAttachment(call: GraphCall, of: Owner): ApiAnswer {
	checkAccess(call, of.area, 'readWrite');
	const holder = of.find(call);
	const attachment = findAttachment(call, holder);
	holder.attachments = holder.attachments.filter((entry) => entry !== attachment);
	holder.touch(isoSeconds(call.now));
	return { status: 204 };
}

function routesFor(path: string, of: Owner): GraphRoutes {
	const route =
		(handler: (call: GraphCall, owner: Owner) => ApiAnswer) =>
		(call: GraphCall): ApiAnswer =>
			handler(call, of);
	return {
		[`GET ${path}`]: route(listAttachments),
		[`POST ${path}`]: route(addAttachment),
		[`POST ${path}/createUploadSession`]: route(createSession),
		[`GET ${path}/:attachment`]: route(getAttachment),
		[`GET ${path}/:attachment/$value`]: route(downloadAttachment),
		[`DELETE ${path}/:attachment`]: route(deleteAttachment),
	};
}

/** Handlers for attachments of mails and events. fact: attachment-types, fact: attachment-value. */
export const attachmentRoutes: GraphRoutes = {
	...routesFor('/messages/:message/attachments', { area: 'mail', find: findMessage }),
	...routesFor('/events/:event/attachments', { area: 'calendar', find: findEvent }),
	...routesFor('/calendars/:calendar/events/:event/attachments', {
		area: 'calendar',
		find: findEvent,
	}),
};

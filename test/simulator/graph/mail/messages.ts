import { z } from 'zod';
import type { ApiAnswer } from '../../exchange';
import { pause } from '../../exchange';
import { attachmentSeed } from '../attachment';
import {
	checkAccess,
	checkInCloud,
	checkMatch,
	type GraphCall,
	type GraphRoutes,
	hasScope,
	param,
	readAction,
	readBody,
	readJsonBody,
} from '../call';
import { checkText, checkTexts } from '../damagedText';
import type { SimFolder } from '../folder';
import { copyFields, renderMessage, SELECT_ONLY, type SimMessage } from '../message';
import { accessDenied, badRequest, conflict, GraphProblem, itemNotFound } from '../problem';
import { entityAnswer, listAnswer } from '../query/list';
import { messageSchema } from '../schemas';
import { isoSeconds } from '../text';
import { findFolder, findMessage, MESSAGE_TYPE, messageView, showMessage } from './find';
import { checkNames, inputFields } from './input';
import { renderMime } from './mime';
import { searchMessages } from './search';

/** Messages that lists show: those that became visible, not those in the dumpster. */
function visibleMessages(call: GraphCall, folder?: SimFolder): SimMessage[] {
	const dumpster = call.mailbox.folder('recoverableitemsdeletions').id;
	return call.mailbox.messages.filter(
		(message) =>
			message.visibleAt <= call.now &&
			(folder === undefined
				? message.parentFolderId !== dumpster
				: message.parentFolderId === folder.id),
	);
}

/** Newest first; a filtered list without $orderby can come oldest first (fact: filter-unordered). */
function defaultOrder(filtered: boolean): (left: SimMessage, right: SimMessage) => number {
	const sign = filtered ? 1 : -1;
	return (left, right) =>
		left.receivedDateTime === right.receivedDateTime
			? 0
			: left.receivedDateTime < right.receivedDateTime
				? -sign
				: sign;
}

function listMessages(call: GraphCall, folder?: SimFolder): ApiAnswer {
	checkAccess(call, 'mail', 'read');
	const items = visibleMessages(call, folder);
	const isDamaged = (id: string) => call.mailbox.messageOf(id)?.isDamaged === true;
	if (call.query.has('$search')) return checkTexts(searchMessages(call, items), isDamaged);
	const filter = call.query.get('$filter');
	const refused =
		call.query.has('$orderby') &&
		call.world.readings.is({ fact: 'filter-contains-order', as: 'refused' });
	if (refused && filter?.includes('contains(') === true) {
		throw badRequest(
			'The restriction or sort order is too complex for this operation.',
			'InefficientFilter',
		);
	}
	const view = messageView(call);
	if (view.attachments && call.world.readings.is({ fact: 'expand-in-list', as: 'refused' })) {
		throw badRequest('The property attachments cannot be expanded in a list.');
	}
	const answer = listAnswer(call, {
		// Of mails with the same time the later arrival counts as newer.
		items: filter === null ? items.reverse() : items,
		type: MESSAGE_TYPE,
		render: (message) => renderMessage(message, view),
		defaultOrder: defaultOrder(filter !== null),
		// $top 1 to 1000, default page 10 (fact: page-size).
		defaultTop: 10,
		maxTop: 1000,
		selectOnly: SELECT_ONLY,
		inefficientFilterRule: true,
	});
	if (charactersOf(answer) > call.mailbox.maxPageCharacters) {
		throw new GraphProblem(504, 'GatewayTimeout', 'The server did not answer in time.');
	}
	return checkTexts(answer, isDamaged);
}

const listed = z.object({
	value: z.array(z.object({ body: z.object({ content: z.string() }).optional() })),
});

function charactersOf({ body }: ApiAnswer): number {
	const { value } = listed.parse(body);
	return value.reduce((sum, { body }) => sum + (body?.content.length ?? 0), 0);
}

function createDraft(call: GraphCall, folder: SimFolder): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	const input = readBody(call, messageSchema);
	checkNames(call, input);
	const message = call.mailbox.addMessage({
		...inputFields(input),
		isDraft: true,
		isRead: true,
		parentFolderId: folder.id,
		attachments: call.mailbox.createAttachments((input.attachments ?? []).map(attachmentSeed)),
	});
	return entityAnswer(call, showMessage(call, message), MESSAGE_TYPE, {
		status: 201,
		selectOnly: SELECT_ONLY,
	});
}

/** What may change after sending (fact: sent-mail-fixed). */
const CHANGEABLE_WHEN_SENT = new Set([
	'isRead',
	'categories',
	'flag',
	'importance',
	'inferenceClassification',
]);

async function patchMessage(call: GraphCall): Promise<ApiAnswer> {
	checkAccess(call, 'mail', 'readWrite');
	const message = findMessage(call);
	checkMatch(call, message.etag);
	const input = readBody(call, messageSchema);
	checkNames(call, input);
	if (input.attachments !== undefined) {
		// PATCH on a message cannot set attachments (fact: sent-mail-fixed).
		throw badRequest('Set action is invalid for property: attachments.', 'ErrorInvalidPropertySet');
	}
	const fixed = Object.keys(input).filter((name) => !CHANGEABLE_WHEN_SENT.has(name));
	if (!message.isDraft && fixed.length > 0) {
		throw badRequest('Message is not draft.', 'ErrorInvalidPropertySet');
	}
	// A personal mailbox takes no plain text in the place of HTML (fact: text-over-html).
	const isTextOverHtml = input.body?.contentType === 'text' && message.body.contentType === 'html';
	if (call.mailbox.personal && isTextOverHtml) throw accessDenied();
	// Two writers at once: the one whose version is gone when it comes to writing gets 412,
	// even without If-Match (fact: write-conflict).
	const version = message.changeKey;
	await pause(call.world.changeMs ?? call.world.latencyMs);
	if (call.mailbox.messageOf(message.id) !== message) throw itemNotFound();
	if (call.world.collisions && message.changeKey !== version) throw conflict();
	if (input.isRead === true) call.mailbox.sendReceipt(message);
	const { singleValueExtendedProperties: given = [], ...fields } = inputFields(input);
	Object.assign(message, fields);
	// Those that are not named stay as they are.
	// https://learn.microsoft.com/graph/api/singlevaluelegacyextendedproperty-post-singlevalueextendedproperties
	const others = message.singleValueExtendedProperties.filter(
		({ id }) => !given.some((one) => one.id === id),
	);
	message.singleValueExtendedProperties = [...others, ...given];
	const isMarked = Object.keys(input).every((name) => name === 'flag' || name === 'categories');
	const stays = isMarked && call.world.readings.is({ fact: 'message-stamp', as: 'stays' });
	message.touch(stays ? message.lastModifiedDateTime : isoSeconds(call.now));
	return entityAnswer(call, showMessage(call, message), MESSAGE_TYPE, {
		selectOnly: SELECT_ONLY,
	});
}

/** Refuses a mail that is gone for good: 403 for an immutable id (fact: gone-immutable). */
function checkNotGone(call: GraphCall): void {
	if (call.mailbox.gone.has(param(call, 'message'))) throw cannotDelete();
}

function cannotDelete(): GraphProblem {
	return new GraphProblem(
		403,
		'ErrorCannotDeleteObject',
		'The delete operation could not be completed on the object.',
	);
}

function deleteMessage(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	checkNotGone(call);
	const message = findMessage(call);
	// Nothing is deleted from where it can be restored (fact: recoverable-delete).
	const dumpster = call.mailbox.folder('recoverableitemsdeletions');
	if (message.parentFolderId === dumpster.id) throw cannotDelete();
	checkMatch(call, message.etag);
	// To Deleted Items; from there to Recoverable Items (fact: delete-target).
	const trash = call.mailbox.folder('deleteditems');
	if (message.parentFolderId === trash.id) call.mailbox.remove(message);
	else call.mailbox.move(message, trash);
	return { status: 204 };
}

const destinationSchema = z.object({ destinationId: z.string().min(1) }).strict();

function readDestination(call: GraphCall): SimFolder {
	return findFolder(call, readAction(call, destinationSchema).destinationId);
}

// Moves after which no more items can be opened.
const MOVES_IN_SESSION = 500;

/** Refuses more moves than one session has room for; it ends with the pause that is asked for. */
function countMove(call: GraphCall): void {
	const { moves } = call.mailbox;
	const { readings, retryAfterSeconds } = call.world;
	if (!readings.is({ fact: 'moves-in-session', as: 'refused-after-500' })) return;
	if (call.now < moves.refusedUntil) {
		const headers = { 'retry-after': String(retryAfterSeconds) };
		throw new GraphProblem(429, 'ErrorTooManyObjectsOpened', 'Too many objects opened.', headers);
	}
	moves.count += 1;
	if (moves.count <= MOVES_IN_SESSION) return;
	moves.count = 0;
	moves.refusedUntil = call.now + retryAfterSeconds * 1_000;
	throw new GraphProblem(500, 'ErrorMoveCopyFailed', 'The move or copy operation failed.');
}

/** Handlers for messages themselves. fact: mailbox-list, fact: send-draft, fact: move-copy, fact: mail-value, fact: permanent-delete, fact: recoverable-restore. */
export const messageRoutes: GraphRoutes = {
	'GET /messages': (call) => listMessages(call),
	'GET /mailFolders/:folder/messages': (call) =>
		listMessages(call, findFolder(call, param(call, 'folder'))),
	'POST /messages': (call) => createDraft(call, call.mailbox.folder('drafts')),
	'POST /mailFolders/:folder/messages': (call) =>
		createDraft(call, findFolder(call, param(call, 'folder'))),
	'GET /messages/:message': (call) => {
		checkAccess(call, 'mail', 'read');
		const message = findMessage(call);
		const answer = entityAnswer(call, showMessage(call, message), MESSAGE_TYPE, {
			selectOnly: SELECT_ONLY,
		});
		return checkText(answer, message.isDamaged);
	},
	'GET /mailFolders/:folder/messages/:message': (call) => {
		checkAccess(call, 'mail', 'read');
		const message = findMessage(call);
		if (message.parentFolderId !== findFolder(call, param(call, 'folder')).id) throw itemNotFound();
		return entityAnswer(call, showMessage(call, message), MESSAGE_TYPE, {
			selectOnly: SELECT_ONLY,
		});
	},
	'PATCH /messages/:message': patchMessage,
	'DELETE /messages/:message': deleteMessage,
	'POST /messages/:message/permanentDelete': (call) => {
		checkAccess(call, 'mail', 'readWrite');
		checkNotGone(call);
		const message = findMessage(call);
		call.mailbox.sendReceipt(message);
		call.mailbox.remove(message);
		return { status: 204 };
	},
	'POST /messages/:message/move': (call) => {
		checkAccess(call, 'mail', 'readWrite');
		const message = findMessage(call);
		countMove(call);
		call.mailbox.move(message, readDestination(call));
		// 201 and the message in its new place (fact: move-copy).
		return entityAnswer(call, showMessage(call, message), MESSAGE_TYPE, {
			status: 201,
			selectOnly: SELECT_ONLY,
		});
	},
	'POST /messages/:message/copy': (call) => {
		checkAccess(call, 'mail', 'readWrite');
		const message = findMessage(call);
		const copy = call.mailbox.addMessage({
			...copyFields(message),
			attachments: call.mailbox.createAttachments(message.attachments.map(toSeed)),
			parentFolderId: readDestination(call).id,
		});
		return entityAnswer(call, showMessage(call, copy), MESSAGE_TYPE, {
			status: 201,
			selectOnly: SELECT_ONLY,
		});
	},
	'GET /messages/:message/$value': (call) => {
		checkAccess(call, 'mail', 'read');
		const message = findMessage(call);
		// fact: smime-value.
		const { attachments } = message;
		if (attachments.some(({ contentType }) => contentType?.includes('pkcs7-mime'))) {
			const says = 'MIME content conversion failed.';
			throw new GraphProblem(500, 'ErrorMimeContentConversionFailed', says);
		}
		return {
			status: 200,
			headers: { 'content-type': 'text/plain' },
			body: renderMime(message),
		};
	},
	'POST /translateExchangeIds': translateIds,
};

/** An attachment as a seed for a copy of it. */
export function toSeed(attachment: SimMessage['attachments'][number]) {
	return {
		name: attachment.name,
		kind: attachment.kind,
		content: attachment.content,
		size: attachment.size,
		isInline: attachment.isInline,
		...(attachment.contentType === null ? {} : { contentType: attachment.contentType }),
		...(attachment.contentId === null ? {} : { contentId: attachment.contentId }),
		...(attachment.item === undefined ? {} : { item: attachment.item }),
		...(attachment.sourceUrl === undefined ? {} : { sourceUrl: attachment.sourceUrl }),
	};
}

const idFormat = z.enum(['restId', 'restImmutableEntryId']);
const translateSchema = z
	.object({
		// Up to 1,000 ids (fact: translate-ids).
		inputIds: z.array(z.string()).max(1000),
		sourceIdType: idFormat,
		targetIdType: idFormat,
	})
	.strict();

function translateIds(call: GraphCall): ApiAnswer {
	checkInCloud(call, { fact: 'translate-missing' }, 'translateExchangeIds');
	// https://learn.microsoft.com/graph/api/user-translateexchangeids (permissions)
	if (call.application && !hasScope(call, 'User.Read.All')) throw accessDenied();
	const input = readJsonBody(call) === undefined ? undefined : readAction(call, translateSchema);
	if (input === undefined) throw badRequest('Empty Payload. JSON content expected.');
	const kind = input.targetIdType === 'restId' ? 'rest' : 'immutable';
	return {
		status: 200,
		body: {
			'@odata.context': `${call.root}/$metadata#Collection(microsoft.graph.convertIdResult)`,
			value: input.inputIds.map((sourceId) => {
				const item = call.mailbox.itemOf(sourceId);
				return item === undefined
					? { sourceId, errorDetails: { code: 'ErrorItemNotFound', message: 'Not found.' } }
					: { sourceId, targetId: item.idOf(kind) };
			}),
		},
	};
}

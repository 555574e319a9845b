import type { JsonObject } from '../../exchange';
import { type GraphCall, param } from '../call';
import type { SimFolder } from '../folder';
import { isIdShaped } from '../ids';
import { type MessageView, renderMessage, type SimMessage } from '../message';
import { badRequest, GraphProblem, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { readExpand } from '../query/list';

/** Properties of a message that requests may name, and filter by (fact: filter-common). */
export const MESSAGE_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.Message',
	properties: new Set([
		'id',
		'createdDateTime',
		'lastModifiedDateTime',
		'changeKey',
		'categories',
		'receivedDateTime',
		'sentDateTime',
		'hasAttachments',
		'internetMessageId',
		'subject',
		'bodyPreview',
		'importance',
		'parentFolderId',
		'conversationId',
		'conversationIndex',
		'isDeliveryReceiptRequested',
		'isReadReceiptRequested',
		'isRead',
		'isDraft',
		'webLink',
		'inferenceClassification',
		'body',
		'uniqueBody',
		'sender',
		'from',
		'toRecipients',
		'ccRecipients',
		'bccRecipients',
		'replyTo',
		'flag',
		'internetMessageHeaders',
		'attachments',
		'singleValueExtendedProperties',
	]),
	// fact: filter-body: contains(body/content, ..) does not work.
	unfilterable: new Set(['body/content', 'uniqueBody/content', 'id']),
};

/** Refuses texts that no id looks like (fact: error-codes). */
export function checkIdShape(id: string): void {
	if (!isIdShaped(id)) throw badRequest('Id is malformed.', 'ErrorInvalidIdMalformed');
}

/**
 * The message that the path names by `:message`. Throws 400 for a malformed id, 404 for a stale or
 * unknown one, and for an id of another mailbox a refusal of its own (fact: id-of-another-mailbox).
 */
export function findMessage(call: GraphCall): SimMessage {
	const id = param(call, 'message');
	checkIdShape(id);
	const message = call.mailbox.messageOf(id);
	const isOfOtherForm = call.prefer.immutableIds && id === message?.id;
	if (isOfOtherForm && call.world.readings.is({ fact: 'default-id-under-prefer', as: 'refused' })) {
		throw badRequest('Id is malformed.', 'ErrorInvalidIdMalformed');
	}
	if (message !== undefined && message.visibleAt <= call.now) return message;
	if (call.world.livesElsewhere(id, call.mailbox)) {
		throw call.world.readings.is({ fact: 'id-of-another-mailbox', as: 'server' })
			? new GraphProblem(
					503,
					'ErrorMailboxMoveInProgress',
					'Mailbox move in progress. Try again later., Cross Server access is not allowed for mailbox 00000000-0000-4000-8000-000000000001.',
				)
			: new GraphProblem(
					404,
					'ErrorInvalidMailboxItemId',
					"Item Id doesn't belong to the current mailbox.",
				);
	}
	throw itemNotFound();
}

/** A folder by id or well-known name. Throws Graph's 400 or 404. */
export function findFolder(call: GraphCall, idOrName: string): SimFolder {
	const folder = call.mailbox.folderOf(idOrName);
	if (folder !== undefined) return folder;
	checkIdShape(idOrName);
	throw itemNotFound();
}

/** How the request wants to see messages. */
export function messageView(call: GraphCall): MessageView {
	const expanded = readExpand(call);
	const find = (form: RegExp) => expanded.map((one) => form.exec(one)).find((found) => found);
	const property = find(/^singleValueExtendedProperties\(\$filter=id eq '([^']+)'\)$/)?.[1];
	const attachments = find(/^attachments(?:\(\$select=([\w,]+)\))?$/);
	const known = [property, attachments].filter((one) => one !== undefined).length;
	if (known < expanded.length) {
		throw badRequest(`The simulator cannot expand '${expanded.join()}'.`);
	}
	if (call.prefer.bodyType === 'text') call.applied.push('outlook.body-content-type="text"');
	return {
		kind: call.ids,
		bodyType: call.prefer.bodyType,
		...(property === undefined ? {} : { property }),
		...(attachments ? { attachments: { select: attachments[1]?.split(',') } } : {}),
	};
}

/** A message in the form the request wants. */
export function showMessage(call: GraphCall, message: SimMessage): JsonObject {
	return renderMessage(message, messageView(call));
}

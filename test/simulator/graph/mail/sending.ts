import { z } from 'zod';
import type { ApiAnswer } from '../../exchange';
import { attachmentSeed } from '../attachment';
import { checkAccess, type GraphCall, type GraphRoutes, readAction } from '../call';
import { createGuid } from '../ids';
import { copyFields, SELECT_ONLY, SimMessage } from '../message';
import { badRequest, notSimulated } from '../problem';
import { entityAnswer } from '../query/list';
import { messageSchema, recipientSchema } from '../schemas';
import { isoSeconds } from '../text';
import { type AnswerKind, createAnswerDraft } from './answerDraft';
import { findMessage, MESSAGE_TYPE, showMessage } from './find';
import { inputFields } from './input';
import { readMime } from './mimeInput';
import { checkSendAccess, sendTimeOf, submit, submitDraft } from './submit';

const sendSchema = z
	.object({ message: messageSchema, saveToSentItems: z.boolean().nullish() })
	.strict();

const answerSchema = z
	.object({
		comment: z.string().nullish(),
		message: messageSchema.nullish(),
		toRecipients: z.array(recipientSchema).nullish(),
	})
	.strict();

/** 202 and nothing else: no id comes back (fact: action-status, fact: send-mail). */
const ACCEPTED: ApiAnswer = { status: 202, headers: { 'content-length': '0' } };

function looseMessage(
	call: GraphCall,
	fields: ConstructorParameters<typeof SimMessage>[1],
): SimMessage {
	const key = call.mailbox.nextKey('loose');
	const now = isoSeconds(call.now);
	return new SimMessage(key, {
		conversationId: createGuid(`conversation/${key}`),
		internetMessageId: `<${createGuid(key)}@contoso.com>`,
		createdDateTime: now,
		lastModifiedDateTime: now,
		receivedDateTime: now,
		sentDateTime: now,
		...fields,
	});
}

function sendMail(call: GraphCall): ApiAnswer {
	checkSendAccess(call);
	if (call.request.headers['content-type']?.startsWith('text/plain') === true) {
		const message = looseMessage(call, readMime(call.request.body.toString('utf8'), call.mailbox));
		submit(call, message, { stored: false, saveToSentItems: true });
		return ACCEPTED;
	}
	const input = readAction(call, sendSchema);
	const message = looseMessage(call, {
		...inputFields(input.message),
		attachments: call.mailbox.createAttachments(
			(input.message.attachments ?? []).map(attachmentSeed),
		),
	});
	// Delivered at once, and again at its time (fact: deferred-send-mail): nobody may rely on it.
	if (sendTimeOf(message) !== undefined) throw notSimulated('a time to send at in sendMail');
	// Saved unless told otherwise (fact: send-mail, fact: published-defaults).
	submit(call, message, { stored: false, saveToSentItems: input.saveToSentItems !== false });
	return ACCEPTED;
}

function sendDraft(call: GraphCall): ApiAnswer {
	checkSendAccess(call);
	const message = findMessage(call);
	if (!message.isDraft) throw badRequest('Message is not draft.', 'ErrorInvalidOperation');
	submitDraft(call, message);
	return ACCEPTED;
}

function prepareAnswer(call: GraphCall, kind: AnswerKind, isDraftOnly: boolean): SimMessage {
	const original = findMessage(call);
	// fact: answered-early.
	if (original.isDraft && kind !== 'forward') {
		throw badRequest(
			'The reference item does not support the requested operation.',
			'ErrorInvalidReferenceItem',
		);
	}
	const input = readAction(call, answerSchema);
	const message = input.message ?? undefined;
	// Either comment or message.body, both -> 400 (fact: reply-body).
	if (typeof input.comment === 'string' && message?.body !== undefined) {
		throw badRequest('Comment and message.body cannot be given together.', 'ErrorInvalidArgument');
	}
	const named = input.toRecipients ?? undefined;
	if (named !== undefined && kind !== 'forward') {
		throw badRequest('Set action is invalid for property: toRecipients.', 'ErrorInvalidArgument');
	}
	const listed = message?.toRecipients;
	const both = named !== undefined && listed !== undefined;
	const none = named === undefined && listed === undefined;
	// Exactly one of the two when forwarding (fact: forward-recipients); a draft may have none yet.
	if (kind === 'forward' && (both || (none && !isDraftOnly))) {
		throw badRequest(
			'Give the recipients in toRecipients or in message.toRecipients.',
			'ErrorInvalidRecipients',
		);
	}
	const takesComment =
		!isDraftOnly || call.world.readings.is({ fact: 'draft-reply-comment', as: 'taken' });
	const fields = createAnswerDraft(call, kind, original, {
		comment: takesComment ? (input.comment ?? '') : '',
		...(message === undefined ? {} : { message }),
		...(named === undefined ? {} : { toRecipients: named }),
	});
	return looseMessage(call, fields);
}

function answerAndSend(kind: AnswerKind) {
	return (call: GraphCall): ApiAnswer => {
		checkSendAccess(call);
		const draft = prepareAnswer(call, kind, false);
		submit(call, draft, { stored: false, saveToSentItems: true });
		return ACCEPTED;
	};
}

function markRead(call: GraphCall, message: SimMessage): void {
	if (message.isRead) return;
	message.isRead = true;
	message.touch(isoSeconds(call.now));
}

function answerAsDraft(kind: AnswerKind) {
	return (call: GraphCall): ApiAnswer => {
		// Needs Mail.ReadWrite, not Mail.Send (fact: draft-reply).
		checkAccess(call, 'mail', 'readWrite');
		const draft = prepareAnswer(call, kind, true);
		// Whoever begins an answer has read the mail (fact: reply-marks-read).
		if (kind !== 'forward') markRead(call, findMessage(call));
		const stored = call.mailbox.addMessage({
			...copyFields(draft),
			isDraft: true,
			isRead: true,
			parentFolderId: call.mailbox.folder('drafts').id,
		});
		return entityAnswer(call, showMessage(call, stored), MESSAGE_TYPE, {
			status: 201,
			selectOnly: SELECT_ONLY,
		});
	};
}

/** Handlers that send, answer and forward. fact: send-mail, fact: send-draft, fact: draft-reply. */
export const sendingRoutes: GraphRoutes = {
	'POST /sendMail': sendMail,
	'POST /messages/:message/send': sendDraft,
	'POST /messages/:message/reply': answerAndSend('reply'),
	'POST /messages/:message/replyAll': answerAndSend('replyAll'),
	'POST /messages/:message/forward': answerAndSend('forward'),
	'POST /messages/:message/createReply': answerAsDraft('reply'),
	'POST /messages/:message/createReplyAll': answerAsDraft('replyAll'),
	'POST /messages/:message/createForward': answerAsDraft('forward'),
};

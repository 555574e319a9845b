import { attachmentSeed } from '../attachment';
import type { GraphCall } from '../call';
import { createGuid } from '../ids';
import type { MessageFields, Recipient, SimMessage } from '../message';
import { GraphProblem } from '../problem';
import type { MessageInput } from '../schemas';
import { escapeHtml, textToHtml } from '../text';
import { checkNames, inputFields } from './input';
import { toSeed } from './messages';

const SMIME = /^multipart\/signed|pkcs7-mime/;

export type AnswerKind = 'reply' | 'replyAll' | 'forward';

interface AnswerOptions {
	comment: string;
	message?: MessageInput;
	toRecipients?: NonNullable<MessageInput['toRecipients']>;
}

function addressLine(recipients: Recipient[]): string {
	return recipients
		.map(({ emailAddress: { name, address } }) => escapeHtml(`${name} <${address}>`))
		.join('; ');
}

/** The original under a line, as Outlook quotes it; `Sent` is in the asked zone (fact: reply-body). */
function quote(call: GraphCall, original: SimMessage): string {
	const zone = call.prefer.timeZone ?? 'UTC';
	const content =
		original.body.contentType === 'html'
			? original.body.content
			: textToHtml(original.body.content);
	const inner = /<body[^>]*>([\s\S]*)<\/body>/i.exec(content)?.[1] ?? content;
	const lines = [
		`<b>From:</b> ${addressLine(original.from === null ? [] : [original.from])}`,
		`<b>Sent:</b> ${escapeHtml(`${original.sentDateTime} (${zone})`)}`,
		`<b>To:</b> ${addressLine(original.toRecipients)}`,
		...(original.ccRecipients.length === 0
			? []
			: [`<b>Cc:</b> ${addressLine(original.ccRecipients)}`]),
		`<b>Subject:</b> ${escapeHtml(original.subject)}`,
	];
	return `<hr tabindex="-1"><div id="divRplyFwdMsg">${lines.join('<br>')}</div><br>${inner}`;
}

function answerRecipients(
	call: GraphCall,
	kind: AnswerKind,
	original: SimMessage,
): Pick<MessageFields, 'toRecipients' | 'ccRecipients'> {
	if (kind === 'forward') return { toRecipients: [], ccRecipients: [] };
	// Answers go to replyTo if the original has it (fact: reply-body).
	const authors = original.from === null ? [] : [original.from];
	const to = original.replyTo.length > 0 ? original.replyTo : authors;
	if (kind === 'reply') return { toRecipients: to, ccRecipients: [] };
	const own = call.mailbox.address;
	const others = (list: Recipient[]): Recipient[] =>
		list.filter(({ emailAddress }) => emailAddress.address.toLowerCase() !== own);
	return {
		toRecipients: [...to, ...others(original.toRecipients)],
		ccRecipients: others(original.ccRecipients),
	};
}

function answerSubject(kind: AnswerKind, subject: string): string {
	const prefix = kind === 'forward' ? 'FW: ' : 'RE: ';
	return subject.toUpperCase().startsWith(prefix) ? subject : `${prefix}${subject}`;
}

/**
 * The draft that a reply or forward begins with: recipients, subject, conversation, and the quoted
 * original with the comment above it. `message.body` replaces the whole body (fact: reply-body).
 */
export function createAnswerDraft(
	call: GraphCall,
	kind: AnswerKind,
	original: SimMessage,
	options: AnswerOptions,
): Partial<MessageFields> {
	const { message, toRecipients, comment } = options;
	// fact: smime-forward.
	const isSigned = original.attachments.some(({ contentType }) => SMIME.test(contentType ?? ''));
	if (kind === 'forward' && isSigned) {
		const says = 'The specified object was not found in the store., Cannot open attachment.';
		throw new GraphProblem(404, 'ErrorItemNotFound', says);
	}
	if (message) checkNames(call, message);
	const text = escapeHtml(comment).replace(/\r?\n/g, '<br>');
	const content = `<html><head></head><body>${text}${quote(call, original)}</body></html>`;
	// A forward carries every attachment, an answer only the pictures in the text.
	const kept = original.attachments.filter(({ isInline }) => kind === 'forward' || isInline);
	const changesConversation =
		original.subject.startsWith('FW: ') &&
		call.world.readings.is({ fact: 'conversation-id', as: 'changes' });
	const added = (message?.attachments ?? []).map(attachmentSeed);
	return {
		...answerRecipients(call, kind, original),
		subject: answerSubject(kind, original.subject),
		conversationId: changesConversation
			? createGuid(`conversation of ${original.internetMessageId}`)
			: original.conversationId,
		body: { contentType: 'html', content },
		...(message === undefined ? {} : inputFields(message)),
		...(toRecipients === undefined ? {} : inputFields({ toRecipients })),
		...(kind === 'forward'
			? { invitedBy: original.invitedBy }
			: { references: [...original.references, original.internetMessageId] }),
		attachments: call.mailbox.createAttachments([...kept.map(toSeed), ...added]),
	};
}

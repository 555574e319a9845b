import type { GraphCall } from '../call';
import type { Flag, MessageFields, Recipient } from '../message';
import { GraphProblem } from '../problem';
import type { MessageInput } from '../schemas';

type RecipientInput = NonNullable<MessageInput['toRecipients']>[number];

function toRecipient(input: RecipientInput): Recipient {
	const address = input.emailAddress.address ?? '';
	return { emailAddress: { name: input.emailAddress.name ?? address, address } };
}

function toFlag(input: NonNullable<MessageInput['flag']>): Flag {
	const flag: Flag = { flagStatus: input.flagStatus ?? 'notFlagged' };
	for (const name of ['startDateTime', 'dueDateTime', 'completedDateTime'] as const) {
		const time = input[name];
		if (time) flag[name] = { dateTime: time.dateTime, timeZone: time.timeZone ?? 'UTC' };
	}
	return flag;
}

/** Refuses a named property in a mailbox that takes no more names (fact: names-full). */
export function checkNames(call: GraphCall, input: MessageInput): void {
	const isNamed = input.singleValueExtendedProperties?.some(({ id }) => / Name /i.test(id));
	if (!call.mailbox.hasNoNames || !isNamed) return;
	throw new GraphProblem(403, 'ErrorQuotaExceeded', 'Cannot get ID from name.');
}

/** What a client sent, as stored properties; attachments are handled by the callers. */
export function inputFields(input: MessageInput): Partial<MessageFields> {
	const fields: Partial<MessageFields> = {};
	if (input.subject !== undefined) fields.subject = input.subject ?? '';
	if (input.body !== undefined) {
		fields.body = { contentType: input.body.contentType, content: input.body.content ?? '' };
	}
	if (input.importance !== undefined) fields.importance = input.importance;
	if (input.from !== undefined) fields.from = toRecipient(input.from);
	if (input.sender !== undefined) fields.sender = toRecipient(input.sender);
	if (input.toRecipients !== undefined) fields.toRecipients = input.toRecipients.map(toRecipient);
	if (input.ccRecipients !== undefined) fields.ccRecipients = input.ccRecipients.map(toRecipient);
	if (input.bccRecipients !== undefined)
		fields.bccRecipients = input.bccRecipients.map(toRecipient);
	if (input.replyTo !== undefined) fields.replyTo = input.replyTo.map(toRecipient);
	if (input.categories !== undefined) fields.categories = input.categories;
	if (input.flag !== undefined) fields.flag = toFlag(input.flag);
	if (input.isRead !== undefined) fields.isRead = input.isRead;
	if (input.isDeliveryReceiptRequested !== undefined) {
		fields.isDeliveryReceiptRequested = input.isDeliveryReceiptRequested;
	}
	if (input.isReadReceiptRequested !== undefined) {
		fields.isReadReceiptRequested = input.isReadReceiptRequested;
	}
	if (input.inferenceClassification !== undefined) {
		fields.inferenceClassification = input.inferenceClassification;
	}
	if (input.internetMessageHeaders !== undefined) {
		fields.internetMessageHeaders = input.internetMessageHeaders.map(({ name, value }) => ({
			name,
			value,
		}));
	}
	if (input.singleValueExtendedProperties !== undefined) {
		fields.singleValueExtendedProperties = input.singleValueExtendedProperties.map(
			({ id, value }) => ({ id, value }),
		);
	}
	if (input.internetMessageId !== undefined) fields.internetMessageId = input.internetMessageId;
	return fields;
}

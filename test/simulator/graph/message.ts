import { type JsonObject } from '../exchange';
import { renderAttachment, type SimAttachment } from './attachment';
import { createChangeKey, createGuid, createItemId, type IdKind } from './ids';
import { htmlToText, textToHtml } from './text';

export interface Recipient {
	emailAddress: { name: string; address: string };
}

export interface ItemBody {
	contentType: 'text' | 'html';
	content: string;
}

export interface Flag {
	flagStatus: 'notFlagged' | 'complete' | 'flagged';
	startDateTime?: { dateTime: string; timeZone: string };
	dueDateTime?: { dateTime: string; timeZone: string };
	completedDateTime?: { dateTime: string; timeZone: string };
}

// bodyPreview holds the first 255 characters (Graph's reference of the message resource).
const PREVIEW_CHARACTERS = 255;

/** One message of a mailbox. Property names are Graph's, so that filters read it directly. */
export class SimMessage {
	subject = '';

	body: ItemBody = { contentType: 'text', content: '' };

	importance: 'low' | 'normal' | 'high' = 'normal';

	isRead = false;

	isDraft = false;

	isDeliveryReceiptRequested: boolean | null = false;

	isReadReceiptRequested: boolean | null = false;

	inferenceClassification: 'focused' | 'other' = 'focused';

	categories: string[] = [];

	flag: Flag = { flagStatus: 'notFlagged' };

	from: Recipient | null = null;

	sender: Recipient | null = null;

	toRecipients: Recipient[] = [];

	ccRecipients: Recipient[] = [];

	bccRecipients: Recipient[] = [];

	replyTo: Recipient[] = [];

	/** Who invites by it to a meeting; empty for what is no invitation. */
	invitedBy = '';

	/** It answers an invitation, or says that a meeting was called off. */
	ofMeeting: 'eventMessageResponse' | 'eventMessage' | undefined;

	conversationId = '';

	internetMessageId = '';

	internetMessageHeaders: Array<{ name: string; value: string }> = [];

	/** IDs of the mails that it answers, the one before it last; shown in the headers of what arrives alone. */
	references: string[] = [];

	/** Properties of apps' own, by `String {guid} Name x`; shown only when expanded. */
	singleValueExtendedProperties: Array<{ id: string; value: string }> = [];

	createdDateTime = '';

	lastModifiedDateTime = '';

	receivedDateTime = '';

	sentDateTime = '';

	parentFolderId = '';

	attachments: SimAttachment[] = [];

	/** Nobody can read its text any more (fact: damaged-text). */
	isDamaged = false;

	/** Counts the moves: the mutable id depends on it (fact: mutable-ids). */
	generation = 0;

	/** Milliseconds on the clock from which the message shows in lists. */
	visibleAt = 0;

	/** The mutable id; another one after each move. */
	id: string;

	readonly immutableId: string;

	private edits = 0;

	constructor(
		/** Unique over the whole simulated world. */
		readonly key: string,
		fields: Partial<MessageFields>,
	) {
		Object.assign(this, fields);
		this.id = createItemId('rest', key, 0);
		this.immutableId = createItemId('immutable', key, 0);
	}

	get changeKey(): string {
		return createChangeKey(`${this.key}/${this.generation}/${this.edits}`);
	}

	get etag(): string {
		return `W/"${this.changeKey}"`;
	}

	/** False when there are only inline attachments (fact: inline-only); true of a link alone (fact: link-inline). */
	get hasAttachments(): boolean {
		return this.attachments.some(({ isInline, kind }) => !isInline || kind === 'reference');
	}

	get bodyText(): string {
		return this.body.contentType === 'html' ? htmlToText(this.body.content) : this.body.content;
	}

	get bodyPreview(): string {
		return this.bodyText.replace(/\s+/g, ' ').slice(0, PREVIEW_CHARACTERS);
	}

	/** Bytes that the whole mail takes, attachments included. */
	get size(): number {
		return this.attachments.reduce(
			(sum, { size, content }) => sum + (size ?? content.length),
			Buffer.byteLength(this.body.content, 'utf8') + Buffer.byteLength(this.subject, 'utf8'),
		);
	}

	/** Notes a change: the change key becomes another one. */
	touch(lastModifiedDateTime: string): void {
		this.edits += 1;
		this.lastModifiedDateTime = lastModifiedDateTime;
	}

	/** Puts it into another folder: the mutable id changes, the immutable one stays (fact: mutable-ids). */
	moveTo(folderId: string): void {
		this.parentFolderId = folderId;
		this.generation += 1;
		this.id = createItemId('rest', this.key, this.generation);
	}

	/** The id in the asked format. */
	idOf(kind: IdKind): string {
		return kind === 'immutable' ? this.immutableId : this.id;
	}
}

/** Everything of a message that is stored, not computed. */
export type MessageFields = Pick<
	SimMessage,
	| 'subject'
	| 'body'
	| 'importance'
	| 'isRead'
	| 'isDraft'
	| 'isDeliveryReceiptRequested'
	| 'isReadReceiptRequested'
	| 'inferenceClassification'
	| 'categories'
	| 'flag'
	| 'from'
	| 'sender'
	| 'toRecipients'
	| 'ccRecipients'
	| 'bccRecipients'
	| 'replyTo'
	| 'invitedBy'
	| 'ofMeeting'
	| 'conversationId'
	| 'internetMessageId'
	| 'internetMessageHeaders'
	| 'references'
	| 'singleValueExtendedProperties'
	| 'createdDateTime'
	| 'lastModifiedDateTime'
	| 'receivedDateTime'
	| 'sentDateTime'
	| 'parentFolderId'
	| 'attachments'
>;

/** Properties that come only when they are asked for with $select (fact: body-form). */
export const SELECT_ONLY = ['internetMessageHeaders', 'uniqueBody'];

/** How one request wants to see messages. */
export interface MessageView {
	kind: IdKind;
	bodyType: 'text' | 'html';
	/** The property of an app's own, or of Exchange, that is expanded. */
	property?: string;
	/** They are expanded, with these properties of each or all. */
	attachments?: { select?: string[] };
}

/** What is new in a body: without what answers and forwards quote (resource message, uniqueBody). */
function withoutQuote({ contentType, content }: ItemBody): ItemBody {
	const [own = ''] = content.split(/<hr tabindex="-1"><div id="divRplyFwdMsg">/);
	return { contentType, content: own };
}

function renderBody(body: ItemBody, type: 'text' | 'html'): ItemBody {
	if (body.contentType === type) return body;
	return type === 'text'
		? { contentType: 'text', content: htmlToText(body.content) }
		: { contentType: 'html', content: textToHtml(body.content) };
}

/**
 * Attachments as $expand brings them; a nested $select leaves their content out
 * (msgraph-sdk-dotnet-core/issues/437).
 */
function renderAttachments(message: SimMessage, kind: IdKind, select?: string[]): JsonObject {
	const { generation, attachments } = message;
	const whole = attachments.map((attachment) =>
		renderAttachment(attachment, { kind, generation, expandItem: false }),
	);
	const names = select && ['@odata.type', '@odata.mediaContentType', 'id', ...select];
	return {
		'attachments@odata.context': `$metadata#users/messages/attachments(${select?.join(',') ?? ''})`,
		attachments: whole.map((one) =>
			Object.fromEntries(Object.entries(one).filter(([name]) => names?.includes(name) ?? true)),
		),
	};
}

/**
 * An expanded property; absent where the message has none. Its tag comes without zeros in front, in small
 * letters (answers/questions/599013).
 */
function renderProperty(message: SimMessage, wanted: string | undefined): JsonObject {
	const plain = (id: string) => id.toLowerCase().replace(/ 0x0*/, ' 0x');
	const found = message.singleValueExtendedProperties.filter(
		({ id }) => wanted !== undefined && plain(id) === plain(wanted),
	);
	if (found.length === 0) return {};
	const shown = found.map(({ id, value }) => ({
		id: id.replace(/ 0x.*/, plain(id).slice(id.indexOf(' '))),
		value,
	}));
	return { singleValueExtendedProperties: shown };
}

/** A message as Graph shows it, with every property, also those that need $select. */
export function renderMessage(message: SimMessage, view: MessageView): JsonObject {
	const id = message.idOf(view.kind);
	// Outlook does not open the immutable ID in it, but Graph writes it there (fact: weblink-immutable).
	const itemId = encodeURIComponent(id);
	const meetingType = message.invitedBy === '' ? message.ofMeeting : 'eventMessageRequest';
	return {
		// https://learn.microsoft.com/graph/api/resources/eventmessage
		...(meetingType === undefined ? {} : { '@odata.type': `#microsoft.graph.${meetingType}` }),
		'@odata.etag': message.etag,
		id,
		createdDateTime: message.createdDateTime,
		lastModifiedDateTime: message.lastModifiedDateTime,
		changeKey: message.changeKey,
		categories: message.categories,
		receivedDateTime: message.receivedDateTime,
		sentDateTime: message.sentDateTime,
		hasAttachments: message.hasAttachments,
		internetMessageId: message.internetMessageId,
		subject: message.subject,
		bodyPreview: message.bodyPreview,
		importance: message.importance,
		parentFolderId: message.parentFolderId,
		conversationId: message.conversationId,
		conversationIndex: createGuid(message.conversationId).replace(/-/g, ''),
		isDeliveryReceiptRequested: message.isDeliveryReceiptRequested,
		isReadReceiptRequested: message.isReadReceiptRequested,
		isRead: message.isRead,
		isDraft: message.isDraft,
		webLink: `https://outlook.office365.com/owa/?ItemID=${itemId}&exvsurl=1&viewmodel=ReadMessageItem`,
		inferenceClassification: message.inferenceClassification,
		body: renderBody(message.body, view.bodyType),
		uniqueBody: renderBody(withoutQuote(message.body), view.bodyType),
		...(message.sender === null ? {} : { sender: message.sender }),
		...(message.from === null ? {} : { from: message.from }),
		toRecipients: message.toRecipients,
		ccRecipients: message.ccRecipients,
		bccRecipients: message.bccRecipients,
		replyTo: message.replyTo,
		flag: message.flag,
		internetMessageHeaders: message.internetMessageHeaders,
		...renderProperty(message, view.property),
		...(view.attachments ? renderAttachments(message, view.kind, view.attachments.select) : {}),
	};
}

/** The stored properties of a message, to make another one of. */
export function copyFields(message: SimMessage): MessageFields {
	return {
		subject: message.subject,
		body: { ...message.body },
		importance: message.importance,
		isRead: message.isRead,
		isDraft: message.isDraft,
		isDeliveryReceiptRequested: message.isDeliveryReceiptRequested,
		isReadReceiptRequested: message.isReadReceiptRequested,
		inferenceClassification: message.inferenceClassification,
		categories: [...message.categories],
		flag: message.flag,
		from: message.from,
		sender: message.sender,
		toRecipients: message.toRecipients,
		ccRecipients: message.ccRecipients,
		bccRecipients: message.bccRecipients,
		replyTo: message.replyTo,
		invitedBy: message.invitedBy,
		ofMeeting: message.ofMeeting,
		conversationId: message.conversationId,
		internetMessageId: message.internetMessageId,
		internetMessageHeaders: message.internetMessageHeaders,
		references: message.references,
		singleValueExtendedProperties: message.singleValueExtendedProperties,
		createdDateTime: message.createdDateTime,
		lastModifiedDateTime: message.lastModifiedDateTime,
		receivedDateTime: message.receivedDateTime,
		sentDateTime: message.sentDateTime,
		parentFolderId: message.parentFolderId,
		attachments: message.attachments,
	};
}

/** Whom a receipt goes to once the message is read, or taken away unread: a header may name another one (fact: receipt-goes-to). */
export function receiptTo(message: SimMessage): string[] {
	const { isRead, isReadReceiptRequested, from, internetMessageHeaders } = message;
	if (isRead || isReadReceiptRequested !== true || from === null) return [];
	const header = internetMessageHeaders.find(({ name }) =>
		/^disposition-notification-to$/i.test(name),
	);
	const designated = /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(header?.value ?? '')?.[1];
	return [designated ?? from.emailAddress.address];
}

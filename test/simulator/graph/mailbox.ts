import type { Readings } from '../readings';
import { type AttachmentSeed, createAttachment } from './attachment';
import { CalendarStore } from './calendar/store';
import { ContactStore } from './contacts/store';
import { DeltaLinks } from './deltaLinks';
import { createFolders, type SimFolder } from './folder';
import { createContainerId, createGuid, type IdKind } from './ids';
import type { KnownFolder } from './mail/delta';
import type { SimRule } from './mail/rules';
import { createMeeting, type SimMeeting } from './meetings';
import {
	copyFields,
	type ItemBody,
	type MessageFields,
	receiptTo,
	type Recipient,
	SimMessage,
} from './message';
import type { SimPerson, SimTips } from './people';
import { createSettings } from './settings';
import { isoSeconds } from './text';

/** What another account may do in a mailbox. */
export interface ShareRights {
	mail?: 'read' | 'readWrite';
	calendar?: 'read' | 'readWrite';
	contacts?: 'read' | 'readWrite';
	/** Private events are shown in lists alone (fact: private-event). */
	hidesPrivate?: boolean;
	sendAs?: boolean;
	sendOnBehalf?: boolean;
}

export interface SimCategory {
	id: string;
	displayName: string;
	color: string;
}

/** A mail as a test describes it; addresses may be plain text. */
export interface MailSeed extends Partial<
	Omit<
		MessageFields,
		'from' | 'sender' | 'body' | 'attachments' | 'toRecipients' | 'ccRecipients' | 'bccRecipients'
	>
> {
	subject: string;
	from: string | Recipient;
	body?: string | ItemBody;
	toRecipients?: Array<string | Recipient>;
	ccRecipients?: Array<string | Recipient>;
	bccRecipients?: Array<string | Recipient>;
	attachments?: AttachmentSeed[];
}

// Exchange's default limit for one message (fact: message-size).
const DEFAULT_MESSAGE_BYTES = 35 * 1024 * 1024;

function toRecipient(value: string | Recipient): Recipient {
	return typeof value === 'string' ? { emailAddress: { name: value, address: value } } : value;
}

function toBody(value: string | ItemBody | undefined): ItemBody {
	return typeof value === 'object' ? value : { contentType: 'text', content: value ?? '' };
}

/** One mailbox with everything in it. */
export class Mailbox {
	readonly id: string;

	readonly displayName: string;

	/** Oldest first by arrival. */
	messages: SimMessage[] = [];

	/** The mails that left, one per actual sending. */
	sent: SimMessage[] = [];

	/** Whom read receipts went to, and those that say that a mail was deleted unread (https://learn.microsoft.com/graph/api/resources/message, isReadReceiptRequested). */
	receipts: string[] = [];

	folders: SimFolder[];

	categories: SimCategory[] = [];

	readonly calendar: CalendarStore;

	readonly contacts: ContactStore;

	/** Links to the changes of folders. */
	readonly delta = new DeltaLinks<KnownFolder>();

	/** Online meetings, for transcripts. */
	meetings: SimMeeting[] = [];

	settings = createSettings();

	/** The rules of the Inbox. */
	rules: SimRule[] = [];

	/** Those whom the mailbox has to do with, the most relevant first. */
	people: SimPerson[] = [];

	/** What those are told who want to write to it. */
	tips: SimTips = {};

	/** It takes no name of a property that it does not know yet (fact: names-full). */
	hasNoNames = false;
	/** A consumer account: no getSchedule, no findMeetingTimes (fact: schedule-personal). */
	personal = false;
	/** Events get a link to join. */
	hasMeetings = true;
	/** How often new events are shown before their link is there (fact: link-late). */
	linkLag = 0;
	/** Automatic replies take a range alone, and end with it alone, as in a personal mailbox (fact: replies-left). */
	repliesByRangeAlone = false;

	maxMessageBytes = DEFAULT_MESSAGE_BYTES;

	/** Characters of bodies that a page can hold before it takes too long (fact: page-size). */
	maxPageCharacters = Infinity;

	/** Immutable ids of mails that are gone for good. */
	readonly gone = new Set<string>();

	private readonly byId = new Map<string, SimMessage>();

	private readonly shares = new Map<string, ShareRights>();

	private serial = 0;

	constructor(
		readonly address: string,
		private readonly clock: () => number,
		private readonly readings: Readings,
	) {
		this.id = createGuid(`user/${address}`);
		this.displayName = address.split('@')[0] ?? address;
		this.folders = createFolders(address);
		const nextKey = (kind: string): string => this.nextKey(kind);
		this.calendar = new CalendarStore(this, clock, nextKey, readings);
		this.contacts = new ContactStore(address, clock, nextKey);
	}

	/** Gives another account rights here; without any, it gets 403 or 404. */
	shareWith(address: string, rights: ShareRights): void {
		this.shares.set(address.toLowerCase(), rights);
	}

	/** What the account may do here; undefined when nothing was shared. */
	rightsOf(address: string): ShareRights | undefined {
		return this.shares.get(address.toLowerCase());
	}

	/** Who asked for that is told that a mail was read, or taken away unread. */
	sendReceipt(message: SimMessage): void {
		this.receipts.push(...receiptTo(message));
	}

	/** A name that is unique in the simulated world. */
	nextKey(kind: string): string {
		this.serial += 1;
		return `${this.address}/${kind}${this.serial}`;
	}

	/** The folder of a well-known name, id or display name; a new top folder when there is none. */
	folder(nameOrWellKnown: string): SimFolder {
		return this.findFolder(nameOrWellKnown) ?? this.addFolder(nameOrWellKnown, 'msgfolderroot');
	}

	/** The folder of a well-known name, id or display name. */
	findFolder(nameOrId: string): SimFolder | undefined {
		const name = nameOrId.toLowerCase();
		return (
			this.folderOf(nameOrId) ??
			this.folders.find((folder) => folder.displayName.toLowerCase() === name)
		);
	}

	/** The folder of an id or well-known name, as in Graph's paths (fact: standard-folders). */
	folderOf(idOrWellKnown: string): SimFolder | undefined {
		const name = idOrWellKnown.toLowerCase();
		return this.folders.find(
			(folder) => folder.id === idOrWellKnown || folder.wellKnownName === name,
		);
	}

	/** Adds a folder below another one, given by name or id. */
	addFolder(displayName: string, parent: string, isHidden = false): SimFolder {
		const parentFolder = this.folder(parent);
		const folder: SimFolder = {
			id: createContainerId(this.nextKey('folder')),
			displayName,
			parentFolderId: parentFolder.id,
			isHidden,
		};
		this.folders.push(folder);
		return folder;
	}

	/** Adds a rule; one without actions is one that Graph cannot describe, and that is read-only. */
	addRule(rule: Partial<SimRule> & Pick<SimRule, 'displayName'>): SimRule {
		const id = createContainerId(this.nextKey('rule'));
		const isReadOnly = rule.actions === undefined;
		const usual = { sequence: this.rules.length + 1, isEnabled: true, hasError: false, isReadOnly };
		const added = { id, ...usual, ...rule };
		this.rules.push(added);
		return added;
	}

	/** Adds a category to the master list. */
	addCategory(displayName: string, color = 'none'): SimCategory {
		const category = { id: createGuid(this.nextKey('category')), displayName, color };
		this.categories.push(category);
		return category;
	}

	/**
	 * A mail arrives.
	 * @param mail what it says; times default to the clock
	 * @param options milliseconds until lists show it, and the folder (default Inbox)
	 */
	deliver(mail: MailSeed, options: { visibleAfterMs?: number; folder?: string } = {}): SimMessage {
		const now = this.clock();
		const { attachments, body, from, toRecipients, ccRecipients, bccRecipients, ...rest } = mail;
		const message = this.addMessage({
			receivedDateTime: isoSeconds(now),
			sentDateTime: mail.receivedDateTime ?? isoSeconds(now),
			...rest,
			body: toBody(body),
			from: toRecipient(from),
			sender: toRecipient(from),
			toRecipients: (toRecipients ?? [this.address]).map(toRecipient),
			ccRecipients: (ccRecipients ?? []).map(toRecipient),
			bccRecipients: (bccRecipients ?? []).map(toRecipient),
			parentFolderId: this.folder(options.folder ?? 'inbox').id,
			attachments: this.createAttachments(attachments ?? []),
		});
		message.visibleAt = now + (options.visibleAfterMs ?? 0);
		return message;
	}

	/** Puts a message into the mailbox, with what is not given filled in. */
	addMessage(fields: Partial<MessageFields> & { parentFolderId: string }): SimMessage {
		const key = this.nextKey('message');
		const now = isoSeconds(this.clock());
		const message = new SimMessage(key, {
			conversationId: createContainerId(`conversation/${key}`),
			internetMessageId: `<${createGuid(key)}@${this.address.split('@')[1] ?? 'contoso.com'}>`,
			createdDateTime: now,
			lastModifiedDateTime: now,
			receivedDateTime: now,
			sentDateTime: now,
			...fields,
		});
		this.messages.push(message);
		this.byId.set(message.id, message);
		this.byId.set(message.immutableId, message);
		return message;
	}

	/** Attachments with keys of this mailbox. */
	createAttachments(seeds: AttachmentSeed[]): SimMessage['attachments'] {
		const now = isoSeconds(this.clock());
		return seeds.map((seed) => createAttachment(seed, this.nextKey('attachment'), now));
	}

	/** The message of an id in either format; stale mutable ids find nothing. */
	messageOf(id: string): SimMessage | undefined {
		return this.byId.get(id);
	}

	/** Anything with two id formats: what translateExchangeIds can translate. */
	itemOf(id: string): { idOf(kind: IdKind): string } | undefined {
		return this.byId.get(id) ?? this.calendar.find(id) ?? this.contacts.find(id);
	}

	/** Adds an online meeting; transcripts are WebVTT texts. */
	addMeeting(meeting: {
		joinWebUrl: string;
		subject?: string;
		transcripts?: string[];
	}): SimMeeting {
		const added = createMeeting(this.nextKey('meeting'), this.clock(), meeting);
		this.meetings.push(added);
		return added;
	}

	/** Moves that one client made in a row, and until when it is refused more of them. */
	readonly moves = { count: 0, refusedUntil: 0 };

	/** Moves a message to another folder. */
	move(message: SimMessage, folder: SimFolder): void {
		this.byId.delete(message.id);
		message.moveTo(folder.id);
		message.touch(isoSeconds(this.clock()));
		this.byId.set(message.id, message);
	}

	/** Moves a message as Outlook for Windows does (fact: moved-in-outlook). */
	moveInOutlook(message: SimMessage, folder: SimFolder): SimMessage {
		if (!this.readings.is({ fact: 'moved-in-outlook', as: 'new' })) {
			this.move(message, folder);
			return message;
		}
		this.remove(message);
		return this.addMessage({ ...copyFields(message), parentFolderId: folder.id });
	}

	/** Removes a message for good. */
	remove(message: SimMessage): void {
		this.messages = this.messages.filter((entry) => entry !== message);
		this.byId.delete(message.id);
		this.byId.delete(message.immutableId);
		this.gone.add(message.immutableId);
	}
}

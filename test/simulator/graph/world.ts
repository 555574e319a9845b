import type { Readings } from '../readings';
import type { UploadSession } from './mail/uploads';
import { Mailbox } from './mailbox';
import { MailingLists } from './mailingLists';
import { copyFields, type SimMessage } from './message';
import type { SimRoom } from './people';
import { isoSeconds } from './text';
import type { ConcurrencyGauge } from './throttle';
import { createGauge } from './throttle';

/** In milliseconds, what a request takes so that those at once surely overlap. */
export const OVERLAPPING_MS = 5;

/** All mailboxes and the switches of the simulated service. */
export class GraphWorld {
	/** Real milliseconds that each request takes; tests of how many run at once ask for `OVERLAPPING_MS`. */
	latencyMs = 1;

	/** False: what a filter lets through is -1 (fact: count-filtered). */
	countsFiltered = true;

	/** Real milliseconds between reading and writing of a change; `latencyMs` when left out. */
	changeMs: number | undefined;

	/** Requests at once per app and mailbox (fact: mailbox-limits). */
	concurrentRequests = 4;

	/** Seconds in the Retry-After of the simulator's own 429; fractions are allowed (fact: retry-after). */
	retryAfterSeconds = 0.1;

	/** Whether two writers of one message collide with 412 (fact: write-conflict). */
	collisions = true;

	/** Whether a sent mail arrives in the recipients' mailboxes that exist here. */
	deliversSentMail = true;

	/** Milliseconds until a sent draft shows in Sent Items (fact: sent-draft-id). */
	sentItemsDelayMs = 0;

	/** Domains of an account's organization beside that of its address. */
	moreDomains: string[] = [];

	/** Meeting rooms of the organization. */
	readonly rooms: SimRoom[] = [];

	/** Members outside the organization, by the address of a group. */
	readonly externalMembers = new Map<string, number>();

	/** Addresses of the organization whose mailbox is elsewhere, in lower case: guests, mail contacts, mail users. */
	readonly outsiders = new Set<string>();

	/** Those who write to its mailboxes; requests go to `/lists/<host>/...`. */
	readonly lists = new MailingLists();

	/** Upload sessions by the secret in their address. */
	readonly uploads = new Map<string, UploadSession>();

	/** Mails that wait for their time, in milliseconds. */
	readonly waiting: Array<{ at: number; send(now: number): void }> = [];

	readonly gauge: ConcurrencyGauge;

	private readonly mailboxes = new Map<string, Mailbox>();

	constructor(
		readonly clock: () => number,
		readonly readings: Readings,
	) {
		this.gauge = createGauge(clock);
	}

	/** The mailbox of an address, made on first use. */
	mailbox(address: string): Mailbox {
		const key = address.toLowerCase();
		const found = this.mailboxes.get(key);
		if (found !== undefined) return found;
		const mailbox = new Mailbox(key, this.clock, this.readings);
		this.mailboxes.set(key, mailbox);
		return mailbox;
	}

	/** The mailbox of an address or user id, if there is one. */
	find(user: string): Mailbox | undefined {
		const key = user.toLowerCase();
		return this.mailboxes.get(key) ?? this.all().find((mailbox) => mailbox.id === key);
	}

	/** Every mailbox. */
	all(): Mailbox[] {
		return [...this.mailboxes.values()];
	}

	/** Whether an item of this id lives in another mailbox than the given one. */
	livesElsewhere(id: string, mailbox: Mailbox): boolean {
		return this.all().some((other) => other !== mailbox && other.messageOf(id) !== undefined);
	}

	/** Sends what waited for a time that has come; each request does so first. */
	sendDue(): void {
		const now = this.clock();
		const due = this.waiting.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
		this.waiting.splice(0, Infinity, ...this.waiting.filter((one) => !due.includes(one)));
		for (const { at, send } of due) send(at);
	}

	/** Forgets all mailboxes and uploads, and how late Sent Items are. */
	reset(): void {
		this.sentItemsDelayMs = 0;
		this.mailboxes.clear();
		this.uploads.clear();
		this.waiting.length = 0;
		this.externalMembers.clear();
		this.outsiders.clear();
		this.rooms.length = 0;
		this.lists.reset();
	}

	/** Hands a sent mail to the recipients that have a mailbox here. @param now in milliseconds */
	deliverTo(message: SimMessage, now: number): void {
		if (!this.deliversSentMail) return;
		const addresses = [message.toRecipients, message.ccRecipients, message.bccRecipients]
			.flat()
			.map((recipient) => recipient.emailAddress.address.toLowerCase());
		for (const address of new Set(addresses)) {
			const mailbox = this.mailboxes.get(address);
			mailbox?.addMessage({
				...copyFields(message),
				internetMessageHeaders: [...message.internetMessageHeaders, ...threadHeaders(message)],
				receivedDateTime: isoSeconds(now),
				isDraft: false,
				isRead: false,
				categories: [],
				bccRecipients: [],
				parentFolderId: mailbox.folder('inbox').id,
			});
		}
	}
}

/** How an answer names what it answers (fact: answer-headers). */
function threadHeaders({ references }: SimMessage) {
	const parent = references.at(-1);
	if (parent === undefined) return [];
	return [
		{ name: 'In-Reply-To', value: parent },
		{ name: 'References', value: references.join(' ') },
	];
}

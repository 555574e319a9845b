import type { GraphCall } from '../call';
import type { Mailbox, MailSeed } from '../mailbox';
import type { SimMessage } from '../message';
import { copyFields, type Recipient } from '../message';
import { accessDenied, badRequest, GraphProblem } from '../problem';
import { isoSeconds } from '../text';
import type { GraphWorld } from '../world';

// Recipients of one message (fact: recipient-limit).
const MAXIMUM_RECIPIENTS = 500;

/** Something before and after the @, a host with labels: what Exchange lets out. */
const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)*$/;

function recipient(address: string, name = address): Recipient {
	return { emailAddress: { name, address } };
}

/** Who a mail is from, checked against the rights of the caller (fact: send-as, fact: application-send-as). */
function resolveSender(
	call: GraphCall,
	message: SimMessage,
): { from: Recipient; sender: Recipient } {
	const own = recipient(call.caller.address, call.caller.displayName);
	const wanted = message.from?.emailAddress.address ?? call.mailbox.address;
	const other = call.world.find(wanted);
	if (other === call.caller) return { from: own, sender: own };
	const rights = other?.rightsOf(call.caller.address);
	if (other === undefined || rights === undefined) throw sendAsDenied();
	const from = recipient(other.address, other.displayName);
	if (rights.sendAs === true) return { from, sender: from };
	if (rights.sendOnBehalf === true) return { from, sender: own };
	throw sendAsDenied();
}

function sendAsDenied(): GraphProblem {
	return new GraphProblem(
		403,
		'ErrorSendAsDenied',
		'The user account which was used to submit this request does not have the right to send ' +
			'mail on behalf of the specified sending account.',
	);
}

function checkRecipients(message: SimMessage): void {
	const all = [...message.toRecipients, ...message.ccRecipients, ...message.bccRecipients];
	const bad = all.some((entry) => !ADDRESS.test(entry.emailAddress.address));
	if (all.length === 0 || bad || all.length > MAXIMUM_RECIPIENTS) {
		throw badRequest("At least one recipient isn't valid.", 'ErrorInvalidRecipients');
	}
}

/** Refuses callers that may not send from this mailbox at all. */
export function checkSendAccess(call: GraphCall): void {
	const scopes = call.scope.toLowerCase();
	if (scopes !== '' && !scopes.includes('mail.send')) throw accessDenied();
	// Through /users/{shared} full access is needed as well (fact: send-as).
	if (call.mailbox !== call.caller && call.rights?.mail !== 'readWrite') throw accessDenied();
}

/** Refuses what cannot be sent; returns who it is from. */
function checkSubmission(call: GraphCall, message: SimMessage) {
	checkSendAccess(call);
	checkRecipients(message);
	const senders = resolveSender(call, message);
	if (message.size > call.mailbox.maxMessageBytes) {
		throw badRequest('The message exceeds the maximum supported size.', 'ErrorMessageSizeExceeded');
	}
	return senders;
}

/**
 * Sends a draft, or lets it wait until its time (PidTagDeferredSendTime, fact: deferred-send). A time that is over
 * sends at once.
 */
export function submitDraft(call: GraphCall, message: SimMessage): void {
	const at = sendTimeOf(message);
	if (at === undefined || at <= call.now) {
		return submit(call, message, { stored: true, saveToSentItems: true });
	}
	Object.assign(message, checkSubmission(call, message));
	hold(call, message, at);
}

/** A person lets a new mail wait in Outlook. @param at in milliseconds */
export function scheduleByHand(world: GraphWorld, mailbox: Mailbox, mail: MailSeed, at: number) {
	const value = new Date(at).toISOString();
	const singleValueExtendedProperties = [{ id: 'SystemTime 0x3FEF', value }];
	const draft = { ...mail, isDraft: true, isRead: true, singleValueExtendedProperties };
	const message = mailbox.deliver(draft, { folder: 'drafts' });
	hold({ world, mailbox, now: world.clock() }, message, at);
	return message;
}

/**
 * Keeps a mail that was handed over until its time (fact: deferred-property). What lies in
 * Sent Items in the end is another item, with an ID of its own, and was last modified when it left (fact: deferred-copy, fact: deferred-changes).
 * One that is deleted or moved meanwhile is not sent.
 */
function hold(site: SendingSite, message: SimMessage, at: number): void {
	const { world, mailbox } = site;
	const submitted = isoSeconds(site.now);
	Object.assign(message, { sentDateTime: submitted, receivedDateTime: submitted });
	const waitsInOutbox = world.readings.is({ fact: 'deferred-place', as: 'outbox' });
	mailbox.move(message, mailbox.folder(waitsInOutbox ? 'outbox' : 'drafts'));
	const { parentFolderId } = message;
	world.waiting.push({
		at,
		send(now) {
			const isThere = mailbox.messageOf(message.id) === message;
			if (!isThere || !message.isDraft || message.parentFolderId !== parentFolderId) return;
			mailbox.remove(message);
			const at = isoSeconds(now);
			const left = { isDraft: false, isRead: true, lastModifiedDateTime: at };
			const ofLeaving = world.readings.is({ fact: 'deferred-time', as: 'of-leaving' });
			const times = ofLeaving ? { sentDateTime: at, receivedDateTime: at } : {};
			const sentItems = mailbox.folder('sentitems').id;
			const fields = { ...copyFields(message), ...left, ...times, parentFolderId: sentItems };
			leave({ world, mailbox, now }, mailbox.addMessage(fields));
		},
	});
}

/** Where and when something is sent. */
type SendingSite = Pick<GraphCall, 'world' | 'mailbox' | 'now'>;

/** Notes that a mail left, and hands it to the recipients. */
function leave({ world, mailbox, now }: SendingSite, message: SimMessage): void {
	message.visibleAt = now + world.sentItemsDelayMs;
	mailbox.sent.push(message);
	// Whoever invites is told that it was forwarded (fact: invitation-forward).
	const to = [message.invitedBy].filter((organizer) => ![mailbox.address, ''].includes(organizer));
	if (to.length > 0) {
		mailbox.calendar.notices.push({ kind: 'forwarded', eventId: message.id, to, comment: '' });
	}
	world.deliverTo(message, now);
}

/** The time that a message is to be sent at, in milliseconds; undefined for most. */
export function sendTimeOf({ singleValueExtendedProperties }: SimMessage): number | undefined {
	const found = singleValueExtendedProperties.find(({ id }) => /^SystemTime 0x3FEF$/i.test(id));
	return found && Date.parse(found.value);
}

/**
 * Sends a mail that is in the mailbox or not yet: notes it in `sent`, hands it to the recipients
 * and keeps it in Sent Items. Throws Graph's refusals and then changes nothing.
 * @param message a draft of the mailbox, or a message that is in none
 * @param stored whether it is a draft of the mailbox
 */
export function submit(
	call: GraphCall,
	message: SimMessage,
	options: { stored: boolean; saveToSentItems: boolean },
): void {
	const { from, sender } = checkSubmission(call, message);
	const now = isoSeconds(call.now);
	Object.assign(message, { from, sender, isDraft: false, isRead: true });
	Object.assign(message, { sentDateTime: now, receivedDateTime: now });
	const sentItems = call.mailbox.folder('sentitems');
	let sent = message;
	if (options.stored && call.world.readings.is({ fact: 'sent-draft-id', as: 'new' })) {
		call.mailbox.remove(message);
		sent = call.mailbox.addMessage({ ...copyFields(message), parentFolderId: sentItems.id });
	} else if (options.stored) {
		call.mailbox.move(message, sentItems);
	} else if (options.saveToSentItems) {
		sent = call.mailbox.addMessage({ ...copyFields(message), parentFolderId: sentItems.id });
	}
	leave(call, sent);
}

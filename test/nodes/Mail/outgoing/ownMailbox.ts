import { own, provider, shared } from '../../../harness/mail';
import * as under from '../../../policy/mailboxUnderAttack';

/** Fills the own mailbox of a test with what strangers had a part in. */
export function fillMailbox() {
	for (const colleague of under.COLLEAGUES) provider().graph.mailbox(colleague);
	return under.fillMailbox(own(), shared());
}

/** What lies ready to be sent, by a person or by the service. */
export const ready = () => under.readyIn(own());

/** Everybody who got something, in the order of the alphabet. */
export function reached(): string[] {
	return [...new Set(under.reachedFrom([own(), shared()]))].sort();
}

/** Everything that somebody else could notice, and all that can be lost. */
export function world(): string {
	const { messages, calendar, contacts, folders, rules, settings } = own();
	return JSON.stringify([
		reached(),
		ready(),
		messages.map(({ parentFolderId, attachments, bodyPreview }) => [
			parentFolderId,
			attachments.length,
			bodyPreview,
		]),
		calendar.events.map(({ attachments, subject }) => [subject, attachments.length]),
		folders.map(({ parentFolderId }) => parentFolderId),
		[rules.map(({ id }) => id), settings.automaticRepliesSetting],
		[contacts.contacts, calendar.calendars.length, provider().graph.uploads.size],
	]);
}

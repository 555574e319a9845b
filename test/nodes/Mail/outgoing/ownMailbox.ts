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
	const { left } = provider().graph.lists;
	return [...new Set([...under.reachedFrom([own(), shared()]), ...left])].sort();
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
		[rules, settings.automaticRepliesSetting],
		[contacts.contacts, calendar.calendars.length, provider().graph.uploads.size],
	]);
}

export const DELETIONS = ['nothing', 'nothingForGood', 'strict'] as const;

/** What the mailbox holds, as far as a policy keeps it. */
export function held(policy: (typeof DELETIONS)[number]): string[] {
	const { messages, calendar, contacts, folders, rules } = own();
	const [trash, dumpster] = ['deleteditems', 'recoverableitemsdeletions'].map(
		(name) => own().folder(name).id,
	);
	const keepsAll = policy !== 'nothingForGood';
	const gone = keepsAll ? [trash, dumpster] : [dumpster];
	const inTrash = folders.filter(({ parentFolderId }) => gone.includes(parentFolderId));
	const aside = [...gone, ...inTrash.map(({ id }) => id)];
	const mails = messages.filter(({ parentFolderId }) => !aside.includes(parentFolderId));
	return [
		...mails.map(({ key }) => key),
		...mails.flatMap(({ attachments }) => attachments.map(({ name }) => name)),
		...(keepsAll ? calendar.events.map(({ key }) => key) : []),
		...rules.map(({ id }) => id),
		...calendar.calendars.map(({ id }) => id),
		...contacts.contacts.map((contact) => contact.idOf('immutable')),
		...folders.filter(({ id }) => !aside.includes(id)).map(({ id }) => id),
	];
}

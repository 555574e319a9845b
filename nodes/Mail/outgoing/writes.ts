import type { Write } from '../../shared/outgoing/write';
import { telling, write } from '../../shared/outgoing/write';
import type { Asked, EffectsOf } from './effects';
import {
	attachesToMail,
	changesContact,
	changesMail,
	changesRules,
	changesSettings,
	copiesMail,
	leavesList,
	makesAnswer,
	makesContact,
	makesDraft,
	makesForward,
	movesMail,
	removesAttachment,
	removesContact,
	removesContainer,
	removesMail,
	sendsDraft,
	sendsMail,
} from './effects';
import {
	answersInvitation,
	attachesToEvent,
	changesEvent,
	declinesInvitation,
	forwardsEvent,
	invites,
	removesEvent,
} from './eventEffects';

/** A request by method and path below the mailbox, and what it does. */
export interface MailWrite extends Write<Asked> {
	/** It makes a mail of its own, or one that answers the mail in its path. */
	makes?: 'mail' | 'answer';
}

const making = (
	makes: MailWrite['makes'],
	request: MailWrite['request'],
	what: string,
	effects: EffectsOf,
): MailWrite => ({ ...write(request, what, effects), makes });

/** A small file is posted whole, a large one in a session. */
const attaching = (owner: string, effects: EffectsOf): MailWrite[] => [
	write(`POST ${owner}/attachments`, 'Adding an attachment', effects),
	write(`POST ${owner}/attachments/createUploadSession`, 'Adding an attachment', effects),
];

/**
 * A write that changes nothing but the mailbox itself, and deletes nothing.
 * @param properties What an API Call may set by it; other properties may hold people, rules and places.
 */
const silent = (request: MailWrite['request'], ...properties: string[]): MailWrite => ({
	request,
	properties,
});

/** What a step may write, and what that does to others. */
export const writes = {
	sendMail: telling('POST sendMail', 'Sending an email', sendsMail),
	sendDraft: telling('POST messages/:message/send', 'Sending an email', sendsDraft),
	createDraft: making('mail', 'POST messages', 'Writing a draft', makesDraft),
	updateMessage: write('PATCH messages/:message', 'Changing an email', changesMail),
	deleteMessage: write('DELETE messages/:message', 'Deleting an email', removesMail),
	moveMessage: write('POST messages/:message/move', 'Moving an email', movesMail),
	deleteForGood: write('POST messages/:message/permanentDelete', 'Deleting an email', removesMail),
	copyMessage: making('mail', 'POST messages/:message/copy', 'Copying an email', copiesMail),
	attach: attaching('messages/:message', attachesToMail),
	deleteAttachment: write(
		'DELETE messages/:message/attachments/:attachment',
		'Deleting an attachment',
		removesAttachment,
	),
	createReply: [
		making('answer', 'POST messages/:message/createReply', 'Answering an email', makesAnswer),
		making('answer', 'POST messages/:message/createReplyAll', 'Answering an email', makesAnswer),
	],
	createForward: making(
		'mail',
		'POST messages/:message/createForward',
		'Forwarding an email',
		makesForward,
	),
	/** Graph has this request only in its beta: the step asks the policy by it, and then the list itself. */
	unsubscribe: telling('POST messages/:message/unsubscribe', 'Leaving a mailing list', leavesList),

	createFolder: [
		silent('POST mailFolders', 'displayName'),
		silent('POST mailFolders/:folder/childFolders', 'displayName'),
	],
	renameFolder: silent('PATCH mailFolders/:folder', 'displayName'),
	deleteFolder: write('DELETE mailFolders/:folder', 'Deleting a folder', removesContainer),
	createLabel: silent('POST outlook/masterCategories', 'displayName', 'color'),
	updateLabel: silent('PATCH outlook/masterCategories/:category', 'color'),
	createRule: write('POST mailFolders/:folder/messageRules', 'Creating a rule', changesRules),
	updateRule: write(
		'PATCH mailFolders/:folder/messageRules/:rule',
		'Changing a rule',
		changesRules,
	),
	deleteRule: write(
		'DELETE mailFolders/:folder/messageRules/:rule',
		'Deleting a rule',
		changesRules,
	),
	updateSettings: write('PATCH mailboxSettings', 'Setting an automatic reply', changesSettings),

	createEvent: [
		telling('POST events', 'Creating an event', invites),
		telling('POST calendar/events', 'Creating an event', invites),
		telling('POST calendars/:calendar/events', 'Creating an event', invites),
	],
	updateEvent: telling('PATCH events/:event', 'Changing an event', changesEvent),
	/** The writes for a new event with attachments, in the calendar where it was made. */
	finishEvent: [
		telling('PATCH calendars/:calendar/events/:event', 'Changing an event', changesEvent),
		...attaching('calendars/:calendar/events/:event', attachesToEvent),
	],
	deleteEvent: telling('DELETE events/:event', 'Deleting an event', removesEvent),
	cancelEvent: telling('POST events/:event/cancel', 'Cancelling an event', removesEvent),
	forwardEvent: telling('POST events/:event/forward', 'Forwarding an event', forwardsEvent),
	answerInvitation: [
		telling('POST events/:event/accept', 'Answering an invitation', answersInvitation),
		telling('POST events/:event/decline', 'Answering an invitation', declinesInvitation),
		telling('POST events/:event/tentativelyAccept', 'Answering an invitation', answersInvitation),
	],
	attachToEvent: attaching('events/:event', attachesToEvent),
	remindMe: [
		silent('POST events/:event/dismissReminder'),
		silent('POST events/:event/snoozeReminder', 'newReminderTime'),
	],
	createCalendar: silent('POST calendars', 'name', 'color'),
	updateCalendar: [
		silent('PATCH calendar', 'name', 'color'),
		silent('PATCH calendars/:calendar', 'name', 'color'),
	],
	deleteCalendar: write('DELETE calendars/:calendar', 'Deleting a calendar', removesContainer),

	createContact: [
		write('POST contacts', 'Creating a contact', makesContact),
		write('POST contactFolders/:folder/contacts', 'Creating a contact', makesContact),
	],
	createContactFolder: silent('POST contactFolders', 'displayName'),
	updateContact: write('PATCH contacts/:contact', 'Changing a contact', changesContact),
	deleteContact: write('DELETE contacts/:contact', 'Deleting a contact', removesContact),
};

/** Requests that only ask something, although they are no GET: every step may make them. */
export const ASKS: readonly MailWrite[] = [
	silent('POST translateExchangeIds', 'inputIds', 'sourceIdType', 'targetIdType'),
	silent('POST getMailTips', 'emailAddresses', 'mailTipsOptions'),
	silent(
		'POST calendar/getSchedule',
		...['schedules', 'startTime', 'endTime', 'availabilityViewInterval'],
	),
	silent(
		'POST findMeetingTimes',
		...['attendees', 'locationConstraint', 'timeConstraint', 'meetingDuration', 'maxCandidates'],
		...['isOrganizerOptional', 'returnSuggestionReasons', 'minimumAttendeePercentage'],
	),
];

/** The writes for a draft: also for its files, and to delete it where it cannot be completed. */
const drafting: readonly MailWrite[] = [
	writes.createDraft,
	...writes.attach,
	writes.updateMessage,
	writes.deleteMessage,
];

/** The writes for sending: at once, or by a draft. */
const sending: readonly MailWrite[] = [writes.sendMail, ...drafting, writes.sendDraft];

/**
 * Everything that an API call may write under a policy, where it reaches nobody. What is not here is not let
 * through: forwarding, permissions, batches of the user's own, subscriptions.
 */
export const EVERY_WRITE: readonly MailWrite[] = [...Object.values(writes).flat(), ...ASKS];

/** The requests by the names that operations give in `effects`; some names stand for several. */
export const EFFECTS = { ...writes, drafting, sending, everything: EVERY_WRITE };

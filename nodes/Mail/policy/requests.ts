import { matchPath } from '../../shared/policy/matchPath';
import type { GuardedCall } from '../graph/guard';
import type { EffectsOf } from './effects';
import {
	answersInvitation,
	attachesToEvent,
	attachesToMail,
	changesEvent,
	changesMail,
	changesRules,
	changesSettings,
	copiesMail,
	invites,
	makesAnswer,
	makesDraft,
	movesMail,
	removes,
	removesAttachment,
	removesContainer,
	removesEvent,
	removesMail,
	sendsDraft,
	sendsMail,
} from './effects';

/** A request by method and path below the mailbox, where `:name` stands for an ID; and what it does. */
export interface Rule {
	request: `${GuardedCall['method']} ${string}`;
	/** As it stands in a refusal. */
	what?: string;
	/** Left out for one that changes nothing but the mailbox itself, and takes nothing away. */
	effects?: EffectsOf;
	/** It makes a mail of its own, or one that answers the mail in its path. */
	makes?: 'mail' | 'answer';
}

/**
 * Everything that may be written under a policy. What is not here is not let through: forwarding,
 * permissions, batches of the user's own, subscriptions.
 */
export const RULES: Rule[] = [
	{ request: 'POST sendMail', what: 'Sending an email', effects: sendsMail },
	{ request: 'POST messages/:message/send', what: 'Sending an email', effects: sendsDraft },
	{ request: 'POST messages', what: 'Writing a draft', effects: makesDraft, makes: 'mail' },
	{
		request: 'POST messages/:message/createReply',
		what: 'Answering an email',
		effects: makesAnswer,
		makes: 'answer',
	},
	{
		request: 'POST messages/:message/createReplyAll',
		what: 'Answering an email',
		effects: makesAnswer,
		makes: 'answer',
	},
	{
		request: 'POST messages/:message/createForward',
		what: 'Forwarding an email',
		effects: makesAnswer,
		makes: 'mail',
	},
	{ request: 'PATCH messages/:message', what: 'Changing an email', effects: changesMail },
	{ request: 'DELETE messages/:message', what: 'Deleting an email', effects: removesMail },
	{
		request: 'POST messages/:message/permanentDelete',
		what: 'Deleting an email',
		effects: removesMail,
	},
	{ request: 'POST messages/:message/move', what: 'Moving an email', effects: movesMail },
	{
		request: 'POST messages/:message/copy',
		what: 'Copying an email',
		effects: copiesMail,
		makes: 'mail',
	},
	{
		request: 'POST messages/:message/attachments',
		what: 'Adding an attachment',
		effects: attachesToMail,
	},
	{
		request: 'POST messages/:message/attachments/createUploadSession',
		what: 'Adding an attachment',
		effects: attachesToMail,
	},
	{
		request: 'DELETE messages/:message/attachments/:attachment',
		what: 'Deleting an attachment',
		effects: removesAttachment,
	},
	{ request: 'POST mailFolders' },
	{ request: 'POST mailFolders/:folder/childFolders' },
	{ request: 'PATCH mailFolders/:folder' },
	{ request: 'DELETE mailFolders/:folder', what: 'Deleting a folder', effects: removesContainer },
	{ request: 'POST outlook/masterCategories' },
	{ request: 'PATCH outlook/masterCategories/:category' },
	{ request: 'POST translateExchangeIds' },
	{ request: 'POST getMailTips' },
	{
		request: 'POST mailFolders/:folder/messageRules',
		what: 'Creating a rule',
		effects: changesRules,
	},
	{
		request: 'DELETE mailFolders/:folder/messageRules/:rule',
		what: 'Deleting a rule',
		effects: changesRules,
	},
	{
		request: 'PATCH mailboxSettings',
		what: 'Setting an automatic reply',
		effects: changesSettings,
	},

	{ request: 'POST events', what: 'Creating an event', effects: invites },
	{ request: 'POST calendar/events', what: 'Creating an event', effects: invites },
	{ request: 'POST calendars/:calendar/events', what: 'Creating an event', effects: invites },
	{ request: 'PATCH events/:event', what: 'Changing an event', effects: changesEvent },
	{ request: 'DELETE events/:event', what: 'Deleting an event', effects: removesEvent },
	{ request: 'POST events/:event/cancel', what: 'Cancelling an event', effects: removesEvent },
	{
		request: 'POST events/:event/accept',
		what: 'Answering an invitation',
		effects: answersInvitation,
	},
	{
		request: 'POST events/:event/decline',
		what: 'Answering an invitation',
		effects: answersInvitation,
	},
	{
		request: 'POST events/:event/tentativelyAccept',
		what: 'Answering an invitation',
		effects: answersInvitation,
	},
	{
		request: 'POST events/:event/attachments',
		what: 'Adding an attachment',
		effects: attachesToEvent,
	},
	{
		request: 'POST events/:event/attachments/createUploadSession',
		what: 'Adding an attachment',
		effects: attachesToEvent,
	},
	{ request: 'POST events/:event/dismissReminder' },
	{ request: 'POST events/:event/snoozeReminder' },
	{ request: 'POST calendars' },
	{ request: 'PATCH calendar' },
	{ request: 'PATCH calendars/:calendar' },
	{ request: 'DELETE calendars/:calendar', what: 'Deleting a calendar', effects: removesContainer },
	{ request: 'POST calendar/getSchedule' },
	{ request: 'POST findMeetingTimes' },

	{ request: 'POST contacts' },
	{ request: 'POST contactFolders' },
	{ request: 'POST contactFolders/:folder/contacts' },
	{ request: 'PATCH contacts/:contact' },
	{ request: 'DELETE contacts/:contact', what: 'Deleting a contact', effects: removes },
];

/**
 * The rule for a request, and the IDs that its path names; undefined for one that has none.
 * @param path Below the mailbox, without a query.
 */
export function findRule(
	method: string,
	path: string,
): { rule: Rule; ids: Record<string, string> } | undefined {
	for (const rule of RULES) {
		const [own, pattern = ''] = rule.request.split(' ');
		const ids = own === method ? matchPath(pattern, path) : undefined;
		if (ids) return { rule, ids };
	}
	return undefined;
}

import { DateTime } from 'luxon';
import { systemClock } from '../shared/http/clock';
import { InvalidInput, recover } from '../shared/http/failures';
import { createPauses } from '../shared/http/pauses';
import type { ListSearch } from '../shared/step/listSearch';
import { listsOf } from '../shared/step/listSearch';
import { comparable } from '../shared/text/sameText';
import { fileOf, readAttachments } from './attachments/attachment';
import { readCalendars } from './calendar/calendars';
import { viewCalendar } from './calendar/calendarView';
import { eventTimes } from './calendar/event';
import { connectGraph } from './connectGraph';
import { contactShape, contactsPath, listContactFolders, shownName } from './contacts/contact';
import { readFolders } from './email/folders';
import { readLabels } from './email/labels';
import { toAddress } from './email/message';
import { filterMessages, searchMessages } from './email/messageSearch';
import { readWaiting } from './email/schedule';
import { mailbox as mailboxField, watchedMailboxes } from './fields/mailbox';
import { messageId } from './fields/messageId';
import { NAMELESS } from './graph/folderTree';
import { readRules } from './mailbox/rules';

const { searchFor, searchLoaded } = listsOf(
	async (context) => {
		const [mailbox, ...others] = watchedMailboxes.input.parse(
			context.getCurrentNodeParameter('mailbox'),
		);
		if (others.length > 0) {
			const hint = 'Choose By Name here: each mailbox has IDs of its own.';
			throw new InvalidInput('names several, and this list is of one', 'mailbox', hint);
		}
		const account = await connectGraph(context, { effects: [], clock: systemClock });
		return account.forMailbox(mailbox);
	},
	[mailboxField.property, messageId.property],
);

/** The lists behind the locators of the Mail node and the Mail Trigger. */
export const listSearch = {
	/** The attachments of the email that is chosen beside them, by name and size. */
	searchAttachments: searchLoaded(async (graph, { beside }) => {
		const email = messageId.input.safeParse(beside(messageId.property.name));
		if (!email.success) throw new InvalidInput('choose the email first', 'messageId');
		return (await readAttachments(graph, email.data)).map((attachment) => ({
			name: titled(fileOf(attachment).name, shortSize(attachment.size)),
			value: attachment.id,
		}));
	}),
	/** The calendars of the mailbox; one of somebody else with its owner. */
	searchCalendars: searchLoaded(async (graph) => {
		const calendars = await readCalendars(graph);
		const own = calendars.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address;
		return calendars.map(({ id, name, owner }) => {
			const shown = name || NAMELESS;
			const isOthers = owner?.address && owner.address !== own;
			return { name: isOthers ? `${shown} (${owner.address})` : shown, value: id };
		});
	}),
	/** The contact folders of the mailbox beside the default one, all levels, by their whole path. */
	searchContactFolders: searchLoaded(async (graph) =>
		(await listContactFolders(graph)).map(({ path, id }) => ({ name: path, value: id })),
	),
	/** The contacts of the default folder by name and first address. */
	searchContacts: searchLoaded(async (graph) => {
		const query = { $select: 'id,displayName,companyName,emailAddresses' };
		const contacts = await graph.list(contactsPath(undefined), contactShape, { query });
		return contacts
			.map((contact) => {
				const address = contact.emailAddresses?.[0]?.address;
				const name = shownName(contact) || address || NAMELESS;
				const shown = address && address !== name ? `${name} (${address})` : name;
				return { name: shown, value: contact.id };
			})
			.sort((one, other) => one.name.localeCompare(other.name));
	}),
	/** The drafts of the mailbox, newest first. */
	searchDrafts: searchMessagesIn('drafts'),
	/** The mails of the mailbox, newest first. */
	searchEmails: searchMessagesIn(),
	/** The events of the coming year in the default calendar, earliest first, by a part of the subject. */
	searchEvents: searchFor(async (graph, { text, zone }) => {
		const start = DateTime.fromMillis(systemClock.now(), { zone }).startOf('day');
		const wanted = comparable(text);
		const { events } = await viewCalendar(
			graph,
			undefined,
			{ start, end: start.plus({ years: 1 }) },
			{
				limit: MAX_LISTED,
				query: { $select: 'id,subject,start,end,isAllDay' },
				matches: ({ subject }) => comparable(subject).includes(wanted),
			},
		);
		const results = events.map(({ event }) => {
			const time = eventTimes(event, zone).start?.slice(0, 'yyyy-MM-ddTHH:mm'.length);
			return { name: titled(event.subject, time?.replace('T', ' ')), value: event.id };
		});
		return { results };
	}),
	/** The folders of the mailbox, all levels, by their whole path. */
	searchFolders: searchLoaded(async (graph) =>
		(await readFolders(graph)).map(({ path, id }) => ({ name: path, value: id })),
	),
	/** The labels of the mailbox; a mail carries them by name, so that one needs a name. */
	searchLabels: searchLoaded(async (graph) =>
		(await readLabels(graph))
			.filter(({ displayName }) => displayName !== '')
			.map(({ displayName }) => ({ name: displayName, value: displayName })),
	),
	/** The rules of the Inbox, in the order in which they run. */
	searchRules: searchLoaded(async (graph) =>
		(await readRules(graph)).map(({ id, displayName }) => ({
			name: displayName || NAMELESS,
			value: id,
		})),
	),
	/** The emails that wait to be sent, the next one first. */
	searchScheduled: searchLoaded(async (graph, { zone }) =>
		(await readWaiting(graph, systemClock.now())).map(
			({ draft: { id, subject, toRecipients }, sendTime }) => {
				const person = toAddress(toRecipients?.[0]);
				const time = shortTime(new Date(sendTime).toISOString(), zone);
				return { name: titled(subject, person?.name ?? person?.address, time), value: id };
			},
		),
	),
};

/** Entries that a list shows at a time; a search narrows it. */
const MAX_LISTED = 50;
const UNTITLED = 'Without subject';
/** What Graph takes for more than text, beside words in capitals (fact: search-operators). */
const SIGNS = /["“”„()]+/g;

/** The newest mails, or those that the provider finds, each with whom it is from or goes to, and when. */
function searchMessagesIn(folder?: string): ListSearch {
	return searchFor(async (graph, { text, zone }) => {
		const $select = 'id,subject,from,toRecipients,receivedDateTime';
		const asked = { limit: MAX_LISTED, query: { $select }, prefer: [] };
		const options = { folder, ...asked, pause: createPauses() };
		const find = async (wanted: string) =>
			wanted === ''
				? await filterMessages(graph, {}, options)
				: await searchMessages(graph, wanted, options);
		const { messages } = await find(text).catch(
			// A subject that was copied may hold an open quote or parenthesis, or AND, and is text.
			recover('rejected', async () => await find(text.replace(SIGNS, ' ').trim().toLowerCase())),
		);
		const results = messages.map(({ message }) => {
			const { id, subject, from, toRecipients, receivedDateTime } = message;
			const person = toAddress(folder === undefined ? from : toRecipients?.[0]);
			const time = receivedDateTime && shortTime(receivedDateTime, zone);
			return { name: titled(subject, person?.name ?? person?.address, time), value: id };
		});
		return { results };
	});
}

/** In kB of 1,000 bytes, as file managers show it. */
function shortSize(bytes: number | null | undefined): string | undefined {
	return typeof bytes === 'number' ? `${Math.ceil(bytes / 1000)} kB` : undefined;
}

/** A subject and what tells it from others of the same name. */
function titled(subject: string | null | undefined, ...beside: Array<string | undefined | null>) {
	const known = beside.filter((text) => text).join(', ');
	return known === '' ? subject || UNTITLED : `${subject || UNTITLED} (${known})`;
}

function shortTime(iso: string, zone: string): string {
	return DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm');
}

import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { systemClock } from '../shared/clock';
import { InvalidInput } from '../shared/failures';
import { createPauses } from '../shared/pauses';
import { toNodeError } from '../shared/toNodeError';
import { fileNameOf, readAttachments } from './attachments/attachment';
import { readCalendars } from './calendar/calendars';
import { viewCalendar } from './calendar/calendarView';
import { eventTimes } from './calendar/event';
import { connectGraph } from './connectGraph';
import { contactShape, contactsPath, listContactFolders } from './contacts/contact';
import { NAMELESS, readFolders } from './email/folders';
import { readLabels } from './email/labels';
import { toAddress } from './email/message';
import { filterMessages, searchMessages } from './email/messageSearch';
import { readWaiting } from './email/schedule';
import { mailbox as mailboxField } from './fields/mailbox';
import { messageId } from './fields/messageId';
import type { GraphClient } from './graph/types';
import { readRules } from './mailbox/rules';

/** The lists behind the locators of the Mail node and the Mail Trigger. */
export const listSearch = {
	/** The attachments of the email that is chosen beside them, by name and size. */
	searchAttachments: searchFor(async (graph, text, _zone, beside) => {
		const email = messageId.input.safeParse(beside(messageId.property.name));
		if (!email.success) throw new InvalidInput('choose the email first', 'messageId');
		const wanted = text.toLowerCase();
		return (await readAttachments(graph, email.data))
			.map((attachment) => ({
				name: titled(fileNameOf(attachment), shortSize(attachment.size)),
				value: attachment.id,
			}))
			.filter(({ name }) => name.toLowerCase().includes(wanted));
	}),
	/** The calendars of the mailbox; one of somebody else with its owner. */
	searchCalendars: searchMailbox(async (graph) => {
		const calendars = await readCalendars(graph);
		const own = calendars.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address;
		return calendars.map(({ id, name, owner }) => {
			const shown = name || NAMELESS;
			const isOthers = owner?.address && owner.address !== own;
			return { name: isOthers ? `${shown} (${owner.address})` : shown, value: id };
		});
	}),
	/** The contact folders of the mailbox beside the default one. */
	searchContactFolders: searchMailbox(async (graph) =>
		(await listContactFolders(graph)).map(({ id, displayName }) => ({
			name: displayName || NAMELESS,
			value: id,
		})),
	),
	/** The contacts of the default folder by name and first address. */
	searchContacts: searchMailbox(async (graph) => {
		const query = { $select: 'id,displayName,emailAddresses' };
		const contacts = await graph.list(contactsPath(undefined), contactShape, { query });
		return contacts
			.map(({ id, displayName, emailAddresses }) => {
				const address = emailAddresses?.[0]?.address;
				const name = displayName || address || NAMELESS;
				return { name: address && address !== name ? `${name} (${address})` : name, value: id };
			})
			.sort((one, other) => one.name.localeCompare(other.name));
	}),
	/** The drafts of the mailbox, newest first. */
	searchDrafts: searchMessagesIn('drafts'),
	/** The mails of the mailbox, newest first. */
	searchEmails: searchMessagesIn(),
	/** The events of the coming year in the default calendar, earliest first, by a part of the subject. */
	searchEvents: searchFor(async (graph, text, zone) => {
		const start = DateTime.fromMillis(systemClock.now(), { zone }).startOf('day');
		const wanted = text.toLowerCase();
		const { events } = await viewCalendar(
			graph,
			undefined,
			{ start, end: start.plus({ years: 1 }) },
			{
				limit: MAX_LISTED,
				query: { $select: 'id,subject,start,end,isAllDay' },
				matches: ({ subject }) => (subject ?? '').toLowerCase().includes(wanted),
			},
		);
		return events.map(({ event }) => {
			const time = eventTimes(event, zone).start?.slice(0, 'yyyy-MM-ddTHH:mm'.length);
			return { name: titled(event.subject, time?.replace('T', ' ')), value: event.id };
		});
	}),
	/** The folders of the mailbox, all levels, by their whole path. */
	searchFolders: searchMailbox(async (graph) =>
		(await readFolders(graph)).map(({ path, id }) => ({ name: path, value: id })),
	),
	/** The labels of the mailbox; a mail carries them by name, so that one needs a name. */
	searchLabels: searchMailbox(async (graph) =>
		(await readLabels(graph))
			.filter(({ displayName }) => displayName !== '')
			.map(({ displayName }) => ({ name: displayName, value: displayName })),
	),
	/** The rules of the Inbox, in the order in which they run. */
	searchRules: searchMailbox(async (graph) =>
		(await readRules(graph)).map(({ id, displayName }) => ({
			name: displayName || NAMELESS,
			value: id,
		})),
	),
	/** The emails that wait to be sent, the next one first. */
	searchScheduled: searchFor(async (graph, text, zone) =>
		(await readWaiting(graph, systemClock.now()))
			.map(({ draft: { id, subject, toRecipients }, sendTime }) => {
				const person = toAddress(toRecipients?.[0]);
				const time = shortTime(new Date(sendTime).toISOString(), zone);
				return { name: titled(subject, person?.name ?? person?.address, time), value: id };
			})
			.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
	),
};

/** Entries that a list shows at a time; a search narrows it. */
const MAX_LISTED = 50;
const UNTITLED = 'Without subject';

interface Entry {
	name: string;
	value: string;
}

/** The newest mails, or those that the provider finds, each with whom it is from or goes to, and when. */
function searchMessagesIn(folder?: string): ListSearch {
	return searchFor(async (graph, text, zone) => {
		const $select = 'id,subject,from,toRecipients,receivedDateTime';
		const asked = { limit: MAX_LISTED, query: { $select }, prefer: [] };
		const options = { folder, ...asked, pause: createPauses() };
		const { messages } =
			text === ''
				? await filterMessages(graph, {}, options)
				: await searchMessages(graph, text, options);
		return messages.map(({ message: { id, subject, from, toRecipients, receivedDateTime } }) => {
			const person = toAddress(folder === undefined ? from : toRecipients?.[0]);
			const time = receivedDateTime && shortTime(receivedDateTime, zone);
			return { name: titled(subject, person?.name ?? person?.address, time), value: id };
		});
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

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** What `load` finds in the chosen mailbox, narrowed to the entries whose name holds the search text. */
function searchMailbox(load: (graph: GraphClient) => Promise<Entry[]>): ListSearch {
	return searchFor(async (graph, text) => {
		const wanted = text.toLowerCase();
		return (await load(graph)).filter(({ name }) => name.toLowerCase().includes(wanted));
	});
}

/**
 * A list that is read in the chosen mailbox.
 * @param find What fits a text, or everything for an empty one; times are shown in the workflow's zone.
 * `beside` gives the value of another field: of the group that the list stands in, or of the step.
 */
function searchFor(
	find: (
		graph: GraphClient,
		text: string,
		zone: string,
		beside: (field: string) => unknown,
	) => Promise<Entry[]>,
): ListSearch {
	return async function (filter = '') {
		try {
			const mailbox = mailboxField.input.parse(this.getCurrentNodeParameter('mailbox'));
			const graph = (await connectGraph(this, { clock: systemClock })).forMailbox(mailbox);
			// n8n's name for a field of the same group begins with an &.
			const beside = (field: string) =>
				this.getCurrentNodeParameter(`&${field}`) ?? this.getCurrentNodeParameter(field);
			return { results: await find(graph, filter.trim(), this.getTimezone(), beside) };
		} catch (error) {
			const fields = [mailboxField.property, messageId.property];
			throw toNodeError(this.getNode(), error, { fields });
		}
	};
}

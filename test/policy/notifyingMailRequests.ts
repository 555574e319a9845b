import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isJsonObject, property } from '../simulator/exchange';
import type { SimEvent } from '../simulator/graph/calendar/event';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { Recipient } from '../simulator/graph/message';
import { receiptTo } from '../simulator/graph/message';
import type { LoggedRequest } from '../simulator/requestLog';

/** People by their address; `anybody` where nobody can say who it will be. */
export type Whom = string[] | 'anybody';

const rowsShape = z.array(
	z.object({ id: z.string(), method: z.string(), pathRegex: z.string(), when: z.string() }),
);

/** A request in a mailbox, as it is when it arrives. */
interface Arrived {
	body: unknown;
	mailbox: Mailbox;
	/** The part of the path behind the name, decoded: `messages` gives the ID of the message. */
	after(name: string): string;
}

const addressesOf = (recipients: Recipient[]) =>
	recipients.map(({ emailAddress }) => emailAddress.address);

/** What the property of a body names, in whatever case it is written. */
function named(body: unknown, ...names: string[]): string[] {
	if (!isJsonObject(body)) return [];
	return Object.entries(body)
		.filter(([name]) => names.includes(name.toLowerCase()))
		.flatMap(([, value]) => (Array.isArray(value) ? value : []))
		.map((one: unknown) => String(property(property(one, 'emailAddress'), 'address')));
}

const TO = ['torecipients', 'ccrecipients', 'bccrecipients'];
const messageOf = ({ mailbox, after }: Arrived) => mailbox.messageOf(after('messages'));
const eventOf = ({ mailbox, after }: Arrived) => mailbox.calendar.find(after('events'));

function receipt(arrived: Arrived): Whom {
	const message = messageOf(arrived);
	return message ? receiptTo(message) : [];
}

const attendees = (event: SimEvent | undefined): string[] =>
	event?.isOrganizer
		? [event, ...event.exceptions.values()].flatMap((one) => addressesOf(one.attendees))
		: [];

const response = (arrived: Arrived): Whom => {
	const event = eventOf(arrived);
	if (property(arrived.body, 'sendResponse') === false) return [];
	return event ? addressesOf([event.organizer]) : 'anybody';
};

const inFolder = ({ mailbox, after }: Arrived): Whom => {
	const folder = mailbox.folderOf(after('mailfolders'))?.id;
	return mailbox.messages
		.filter(({ parentFolderId }) => parentFolderId === folder)
		.flatMap(receiptTo);
};

const toOutbox = (arrived: Arrived): Whom => {
	const goal = arrived.mailbox.folderOf(String(property(arrived.body, 'destinationId')));
	return goal?.wellKnownName === 'outbox' ? 'anybody' : [];
};

/** Whom a request reaches, by the row of the list that names it; `anybody` for all other rows. */
const WHOM: Record<string, (arrived: Arrived) => Whom> = {
	'sendMail-json': ({ body }) => named(property(body, 'message'), ...TO, 'replyto'),
	// JSON, which the row above judges: the steps never send a mail as text.
	'sendMail-mime': ({ body }) => (isJsonObject(body) ? [] : 'anybody'),
	'message-send': (arrived) => {
		const message = messageOf(arrived);
		if (!message) return 'anybody';
		const { toRecipients, ccRecipients, bccRecipients, replyTo } = message;
		return addressesOf([...toRecipients, ...ccRecipients, ...bccRecipients, ...replyTo]);
	},
	'message-read-receipt': (arrived) =>
		property(arrived.body, 'isRead') === true ? receipt(arrived) : [],
	'message-not-read-receipt': receipt,
	'message-permanentDelete': receipt,
	'folder-delete': inFolder,
	'outbox-create': toOutbox,
	'outbox-move': toOutbox,
	'event-create': ({ body }) => named(body, 'attendees'),
	'event-update': (arrived) => [
		...attendees(eventOf(arrived)),
		...named(arrived.body, 'attendees'),
	],
	'event-delete': (arrived) => attendees(eventOf(arrived)),
	'event-cancel': (arrived) => attendees(eventOf(arrived)),
	'event-forward': (arrived) => {
		const event = eventOf(arrived);
		if (!event) return 'anybody';
		const organizer = event.isOrganizer ? [] : addressesOf([event.organizer]);
		return [...named(arrived.body, 'torecipients'), ...organizer];
	},
	'event-accept': response,
	'event-decline': response,
	'event-tentativelyAccept': response,
	'event-attachment': (arrived) => attendees(eventOf(arrived)),
	// Colleagues alone are none of those who are strangers: their addresses are of the organization.
	'automatic-replies': ({ body }) => {
		const replies = property(body, 'automaticRepliesSetting');
		if (property(replies, 'status') === 'disabled') return [];
		return property(replies, 'externalAudience') === 'none' ? ['anybody@contoso.com'] : 'anybody';
	},
	'delegate-delivery': ({ body }) =>
		property(body, 'delegateMeetingMessageDeliveryOptions') === undefined ? [] : 'anybody',
	'calendar-delete': ({ mailbox, after }) =>
		mailbox.calendar.events
			.filter(({ calendarId }) => calendarId === after('calendars'))
			.flatMap(attendees),
};

/** Microsoft Graph's requests that reach people, by a list that was made from its documentation. */
export interface NotifyingRequests {
	/** Whom a request reaches, at once or later, as its mailbox is now; parts of a batch each by itself. */
	reachedBy(entry: LoggedRequest, mailboxOf: (user: string) => Mailbox): Whom;
}

/** The list that the environment names (NOTIFYING_REQUESTS); undefined where it names none. */
export function loadNotifyingRequests(
	file: string | undefined = process.env.NOTIFYING_REQUESTS,
): NotifyingRequests | undefined {
	if (!file) return undefined;
	const rows = rowsShape.parse(JSON.parse(readFileSync(file, 'utf8'))).map((row) => ({
		...row,
		path: new RegExp(row.pathRegex),
	}));
	const lost = Object.keys(WHOM).filter((id) => !rows.some((row) => row.id === id));
	if (lost.length > 0) throw new Error(`The list has no row for ${lost.join(', ')}`);

	function judge(method: string, url: string, body: unknown, account: (user: string) => Mailbox) {
		const [given = ''] = url.split('?', 1);
		const segments = given
			.split('/')
			.map(decodeURIComponent)
			.flatMap((segment) => segment.split('/'))
			.filter((segment) => segment !== '' && !/^microsoft\.graph\.[a-z]*$/i.test(segment));
		const lower = segments.map((segment) => segment.toLowerCase());
		const [first = 'me', second = ''] = segments;
		const arrived: Arrived = {
			body,
			mailbox: account(first === 'me' ? 'me' : second),
			after: (name) => segments[lower.indexOf(name) + 1] ?? '',
		};
		const found = rows.filter((row) => row.method === method && row.path.test(lower.join('/')));
		return found.map(({ id }) => WHOM[id]?.(arrived) ?? 'anybody');
	}

	return {
		reachedBy({ method, url, body }, mailboxOf) {
			const parts = url.endsWith('/$batch') ? property(body, 'requests') : undefined;
			const each = Array.isArray(parts)
				? parts.flatMap((part: unknown) =>
						judge(
							String(property(part, 'method')),
							String(property(part, 'url')),
							property(part, 'body'),
							mailboxOf,
						),
					)
				: judge(method, url.replace(/^.*\/(v1\.0|beta)(?=\/)/, ''), body, mailboxOf);
			if (each.includes('anybody')) return 'anybody';
			return [...new Set(each.flatMap((whom) => (whom === 'anybody' ? [] : whom)))];
		},
	};
}

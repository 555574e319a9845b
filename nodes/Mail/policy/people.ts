import { z } from 'zod';
import { deferralShape, SEND_TIME_EXPAND, sendTimeOf } from '../graph/deferral';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** Somebody whom a request names, and where. */
export interface Person {
	/** Undefined where there is only a name: nobody can say who that is. */
	address: string | undefined;
	/** As people read it, such as `a recipient in To`. */
	as: string;
	/** Who is not written to, but stands for the mailbox: as its sender, or to be answered in its place. */
	stands?: 'asSender' | 'forAnswers';
}

const person = z
	.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() })
	.nullish()
	.transform((given) => given?.emailAddress?.address ?? undefined);
const people = z.array(person).nullish();

/** Where a mail names others: https://learn.microsoft.com/graph/api/resources/message */
const LISTS = {
	toRecipients: 'a recipient in To',
	ccRecipients: 'a recipient in Cc',
	bccRecipients: 'a recipient in Bcc',
	replyTo: 'an address in Reply To',
} as const;

const named = z.object({
	toRecipients: people,
	ccRecipients: people,
	bccRecipients: people,
	replyTo: people,
	from: person,
	sender: person,
});

const eventShape = z
	.object({
		organizer: person,
		isOrganizer: z.boolean().nullish(),
		type: z.string().nullish(),
	})
	.passthrough();
const exceptionsShape = z.object({ exceptionOccurrences: z.array(z.unknown()).nullish() });

const receiptShape = z.object({
	isRead: z.boolean().nullish(),
	isReadReceiptRequested: z.boolean().nullish(),
	from: person,
});

/**
 * Those whom the properties of a mail name, From only where it is not the account itself that writes.
 * @param message As Graph has it, or as it is to be.
 */
export function namedInMail(message: unknown): Person[] {
	const read = named.parse(message ?? {});
	const lists: Array<keyof typeof LISTS> = [
		'toRecipients',
		'ccRecipients',
		'bccRecipients',
		'replyTo',
	];
	const others = lists.flatMap((list) =>
		(read[list] ?? []).map((address): Person => ({
			address,
			as: LISTS[list],
			...(list === 'replyTo' ? { stands: 'forAnswers' } : {}),
		})),
	);
	const { from, sender } = read;
	const isOther = from !== undefined && from.toLowerCase() !== sender?.toLowerCase();
	return isOther
		? [...others, { address: from, as: 'the address in From', stands: 'asSender' }]
		: others;
}

const NAMING = 'toRecipients,ccRecipients,bccRecipients,replyTo,from,sender';

/** Those who get a draft when it is sent, as Graph has resolved them. */
export async function namedInDraft(graph: GraphClient, id: string): Promise<Person[]> {
	const query = { $select: NAMING };
	return namedInMail(await graph.get(mailPath`/messages/${id}`, z.unknown(), { query }));
}

/** Those who get a draft that waits and is sent at its time, whatever becomes of it; nobody for other mails. */
export async function namedInWaiting(graph: GraphClient, id: string): Promise<Person[]> {
	const query = { $select: `${NAMING},isDraft`, $expand: SEND_TIME_EXPAND };
	const mail = await graph.get(mailPath`/messages/${id}`, z.unknown(), { query });
	return sendTimeOf(deferralShape.parse(mail)) === undefined ? [] : namedInMail(mail);
}

/** Who wrote a mail; nobody where it says nobody. */
export async function writerOf(graph: GraphClient, id: string): Promise<string[]> {
	const mail = z.object({ from: person });
	const { from } = await graph.get(mailPath`/messages/${id}`, mail, { query: { $select: 'from' } });
	return from === undefined ? [] : [from];
}

/**
 * Who gets a receipt when an unread mail is read, or deleted without that.
 * @see https://learn.microsoft.com/graph/api/resources/message (isReadReceiptRequested)
 */
export async function waitsForReceipt(graph: GraphClient, id: string): Promise<Person[]> {
	const query = { $select: 'isRead,isReadReceiptRequested,from' };
	const mail = await graph.get(mailPath`/messages/${id}`, receiptShape, { query });
	const waits = mail.isReadReceiptRequested === true && mail.isRead !== true;
	return waits ? [{ address: mail.from, as: 'the sender, who asked for a read receipt,' }] : [];
}

/** Those whom the properties of an event invite. */
export function invitedBy(event: unknown): Person[] {
	const { attendees } = z.object({ attendees: people }).parse(event ?? {});
	return (attendees ?? []).map((address) => ({ address, as: 'an attendee' }));
}

/**
 * Those who are told of a change of an event: the attendees of a meeting of the own, those of its
 * changed occurrences too; of the meeting of somebody else nobody.
 * @see https://learn.microsoft.com/graph/api/event-update
 * @see https://learn.microsoft.com/graph/api/event-delete
 */
export async function toldOfChange(graph: GraphClient, id: string): Promise<Person[]> {
	const path = mailPath`/events/${id}`;
	const query = { $select: 'attendees,organizer,isOrganizer,type' };
	const event = await graph.get(path, eventShape, { query });
	if (event.isOrganizer === false) return [];
	const changed = event.type === 'seriesMaster' ? await changedOccurrences(graph, path) : [];
	const own = event.organizer?.toLowerCase();
	return [event, ...changed]
		.flatMap(invitedBy)
		.filter(({ address }) => own === undefined || address?.toLowerCase() !== own);
}

/** @see https://learn.microsoft.com/graph/api/resources/event (exceptionOccurrences) */
async function changedOccurrences(graph: GraphClient, path: string) {
	const query = { $select: 'exceptionOccurrences', $expand: 'exceptionOccurrences' };
	const { exceptionOccurrences } = await graph.get(path, exceptionsShape, { query });
	return exceptionOccurrences ?? [];
}

/** Who invited to an event. */
export async function organizerOf(graph: GraphClient, id: string): Promise<Person[]> {
	const event = z.object({ organizer: person });
	const query = { $select: 'organizer' };
	const { organizer } = await graph.get(mailPath`/events/${id}`, event, { query });
	return [{ address: organizer, as: 'the organizer' }];
}

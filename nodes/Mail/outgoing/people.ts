import { z } from 'zod';
import { recover } from '../../shared/http/failures';
import { addressKey } from '../../shared/outgoing/allowedAddresses';
import type { Effects, Person, Reached } from '../../shared/outgoing/write';
import { toEmailAddress } from '../../shared/text/emailAddress';
import { deferralShape, SEND_TIME_EXPAND, sendTimeOf } from '../graph/deferral';
import { readOwnAddress } from '../graph/ownAddress';
import { mailPath } from '../graph/paths';
import { headersOf, readHeaders, senderVerified, valuesOf } from '../graph/senderVerified';
import type { GraphClient } from '../graph/types';

const person = z
	.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() })
	.nullish()
	.transform((given) => given?.emailAddress?.address ?? undefined);
const people = z.array(person).nullish();

/** Where a mail names others: https://learn.microsoft.com/graph/api/resources/message */
const LISTS = [
	['toRecipients', 'a recipient in To'],
	['ccRecipients', 'a recipient in Cc'],
	['bccRecipients', 'a recipient in Bcc'],
	['replyTo', 'an address in Reply To'],
] as const;

const named = z.object({
	toRecipients: people,
	ccRecipients: people,
	bccRecipients: people,
	replyTo: people,
	from: person,
	sender: person,
});

const eventShape = z.object({
	attendees: z.unknown(),
	organizer: person,
	isOrganizer: z.boolean().nullish(),
	type: z.string().nullish(),
});
const contactShape = z.object({
	emailAddresses: z.array(z.object({ address: z.string().nullish() })).nullish(),
});

const receiptShape = z.object({
	isRead: z.boolean().nullish(),
	isReadReceiptRequested: z.boolean().nullish(),
	from: person,
});

/**
 * Those whom the properties of a mail name. From counts only where it names somebody else than the account.
 * @param message As Graph has it, or as it is to be.
 */
export function namedInMail(message: unknown): Person[] {
	const read = named.parse(message ?? {});
	const others = LISTS.flatMap(([list, as]) =>
		(read[list] ?? []).map((address): Person => ({
			address,
			as,
			...(list === 'replyTo' ? { stands: 'forAnswers' } : {}),
		})),
	);
	const { from, sender } = read;
	const isOther = from !== undefined && addressKey(from) !== addressKey(sender ?? '');
	return isOther
		? [...others, { address: from, as: 'the address in From', stands: 'asSender' }]
		: others;
}

const NAMING = 'toRecipients,ccRecipients,bccRecipients,replyTo,from,sender';

/**
 * Those who get a draft when it is sent, as Graph has resolved them. An invitation that is passed on tells its
 * organizer too (fact: invitation-forward), whom a draft does not name.
 * @param isOwn This run made the draft: the organizer was asked about when it did.
 */
export async function namedInDraft(
	graph: GraphClient,
	id: string,
	isOwn: boolean,
): Promise<Person[]> {
	const query = { $select: NAMING };
	const mail = await graph.get(mailPath`/messages/${id}`, typed.passthrough(), { query });
	const isInvitation = INVITATION.test(mail['@odata.type'] ?? '');
	const organizers = isInvitation && !isOwn ? [{ address: undefined, as: 'the organizer' }] : [];
	return [...namedInMail(mail), ...organizers];
}

/** Graph's type of an email that invites to a meeting; in its older form, also of one that calls a meeting off. */
const INVITATION = /\.eventMessage(Request)?$/;
const typed = z.object({ '@odata.type': z.string().optional() });

const draftNow = z.object({ isDraft: z.boolean().nullish() }).passthrough();

/**
 * Those who get what is put into a draft: by itself at its time (`told`) if it is scheduled, else when a person sends
 * it (`named`). Nobody for a mail that is no draft.
 * @param change The properties of the draft that are replaced, maybe its recipients.
 */
export async function namedByDraft(
	graph: GraphClient,
	id: string,
	change: object,
): Promise<Reached> {
	const query = { $select: `${NAMING},isDraft`, $expand: SEND_TIME_EXPAND };
	const mail = await graph.get(mailPath`/messages/${id}`, draftNow, { query });
	if (sendTimeOf(deferralShape.parse(mail)) !== undefined) return { told: namedInMail(mail) };
	return mail.isDraft ? { named: namedInMail({ ...mail, ...change }) } : {};
}

/** The writer of an answered mail, and whether they are verified. @param id Undefined where none is answered. */
export const answersWriterOf = (
	graph: GraphClient,
	id: string | undefined,
): Pick<Effects, 'answers' | 'areVerified'> => ({
	async answers() {
		if (id === undefined) return [];
		const { from } = await graph.part(mailPath`/messages/${id}`, z.object({ from: person }));
		return from === undefined ? [] : [from];
	},
	areVerified: async () =>
		id !== undefined && senderVerified(await readHeaders(graph, id)) === 'pass',
});

const invitationShape = typed.extend({ from: person });

/** The organizer, who is told when an email is forwarded that invites to their meeting (fact: invitation-forward). */
export async function inviterTold(graph: GraphClient, id: string): Promise<Person[]> {
	const mail = await graph.part(mailPath`/messages/${id}`, invitationShape);
	if (!INVITATION.test(mail['@odata.type'] ?? '')) return [];
	const own = await readOwnAddress(graph);
	const isOwn = own !== undefined && addressKey(own) === addressKey(mail.from ?? '');
	return isOwn ? [] : [{ address: mail.from, as: 'the organizer' }];
}

/** The header that says who gets the receipt of a mail, in place of its sender (fact: receipt-goes-to). */
const RECEIPT_TO = /^disposition-notification-to$/i;

/**
 * Who gets a receipt when an unread mail is read, or deleted unread.
 * @see https://learn.microsoft.com/graph/api/resources/message (isReadReceiptRequested)
 */
export async function waitsForReceipt(graph: GraphClient, id: string): Promise<Person[]> {
	const mail = await graph.part(mailPath`/messages/${id}`, receiptShape);
	if (mail.isReadReceiptRequested !== true || mail.isRead === true) return [];
	const named = valuesOf(headersOf(await readHeaders(graph, id)), RECEIPT_TO).flatMap(
		plainAddresses,
	);
	const others = named.map((address) => ({ address, as: 'an address that gets the read receipt' }));
	return [{ address: mail.from, as: 'the sender, who asked for a read receipt,' }, ...others];
}

/** The addresses in a header; undefined where one is not plain: a server may read somebody else's there. */
function plainAddresses(header: string): Array<string | undefined> {
	const plain = header.split(/[\s<>()[\],;:"\\]+/).filter((word) => toEmailAddress(word) === word);
	return plain.length > 0 && plain.length === header.split('@').length - 1 ? plain : [undefined];
}

/** Those whom the properties of an event invite. */
export function invitedBy(event: unknown): Person[] {
	const { attendees } = z.object({ attendees: people }).parse(event ?? {});
	return (attendees ?? []).map((address) => ({ address, as: 'an attendee' }));
}

/**
 * Those who are told of a change of an event: where the account organizes it, its attendees and those of its
 * exceptions; else nobody.
 * @param path Of the event.
 * @see https://learn.microsoft.com/graph/api/event-update
 * @see https://learn.microsoft.com/graph/api/event-delete
 */
export async function toldOfChange(graph: GraphClient, path: string): Promise<Person[]> {
	const event = await graph.part(path, eventShape);
	if (event.isOrganizer === false) return [];
	const changed = event.type === 'seriesMaster' ? await changedOccurrences(graph, path) : [];
	const own = event.organizer?.toLowerCase();
	return [event, ...changed]
		.flatMap(invitedBy)
		.filter(({ address }) => own === undefined || address?.toLowerCase() !== own);
}

/** Stands for exceptions that are not listed (fact: changed-occurrences): they may invite somebody unknown. */
const UNTOLD = { attendees: [null] };

const exceptionsShape = z
	.object({
		exceptionOccurrences: z.array(z.unknown()).nullish(),
		/** Given where not all of them came. */
		'exceptionOccurrences@odata.nextLink': z.unknown(),
	})
	.transform(({ exceptionOccurrences: listed, 'exceptionOccurrences@odata.nextLink': next }) => [
		...(listed ?? []),
		...(next === undefined ? [] : [UNTOLD]),
	]);

/** @see https://learn.microsoft.com/graph/api/resources/event (exceptionOccurrences) */
async function changedOccurrences(graph: GraphClient, path: string) {
	const query = { $select: 'exceptionOccurrences', $expand: 'exceptionOccurrences' };
	const reading = graph.get(path, exceptionsShape, { query });
	return await reading.catch(recover('rejected', () => [UNTOLD]));
}

/** Who invited to an event. @param path Of the event. */
export async function organizerOf(graph: GraphClient, path: string): Promise<Person[]> {
	const { organizer } = await graph.part(path, eventShape.pick({ organizer: true }));
	return [{ address: organizer, as: 'the organizer' }];
}

/** The organizer, who is told what is done with the meeting, where that is somebody else. @param path Of the event. */
export async function organizerTold(graph: GraphClient, path: string): Promise<Person[]> {
	const asked = eventShape.pick({ organizer: true, isOrganizer: true });
	const event = await graph.part(path, asked);
	return event.isOrganizer ? [] : [{ address: event.organizer, as: 'the organizer' }];
}

/** The addresses that a contact has, or is to have; undefined where a change leaves them as they are. */
export function addressesIn(contact: unknown): Array<string | undefined> | undefined {
	const { emailAddresses } = contactShape.parse(contact ?? {});
	return emailAddresses?.map(({ address }) => address ?? undefined);
}

/** The addresses of a contact as it is. */
export async function readAddresses(graph: GraphClient, id: string) {
	return addressesIn(await graph.part(mailPath`/contacts/${id}`, contactShape)) ?? [];
}

/** Those of the addresses that are not among the others. */
export function missingIn(
	others: Array<string | undefined>,
	addresses: Array<string | undefined>,
): Array<string | undefined> {
	const known = others.map((address = '') => addressKey(address));
	return addresses.filter((address) => !address || !known.includes(addressKey(address)));
}

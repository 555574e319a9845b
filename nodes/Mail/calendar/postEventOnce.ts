import { DateTime } from 'luxon';
import { ProviderFailure, recover, rethrow, undefinedOn } from '../../shared/http/failures';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { untilFound } from '../graph/foundLate';
import { calendarPath, eventPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import { fromGraphTime } from '../graph/zones';
import type { Attendee } from './attendees';
import { explainAttendees } from './attendees';
import { explainFixed } from './calendars';
import { viewCalendar } from './calendarView';
import type { RawEvent } from './event';
import { rawEvent } from './event';
import type { EventProperties } from './eventProperties';
import { patchOnce } from './patchOnce';

/** A new event, and where it goes. */
interface NewEvent {
	/** The default calendar when left out. */
	calendarId?: string;
	/** Without attendees, with a transaction ID. */
	properties: EventProperties;
	attendees: Attendee[];
	sources: AttachmentSource[];
	/** Preferences for the answer. */
	prefer: string[];
}

/** Graph's code where an event with this transaction ID was made before. */
const KNOWN_TRANSACTION = 'ErrorDuplicateTransactionId';

/** Characters of a transaction ID: 128 bits in hexadecimal. */
const ID_LENGTH = 32;

/**
 * An ID by which Graph recognizes a repeated request for a new event, so that it makes no second one:
 * https://learn.microsoft.com/graph/api/resources/event
 * @param runKey Stays the same when n8n repeats the item.
 * @param request The event that is asked for: another event has another ID.
 */
export async function createTransactionId(runKey: string, request: object): Promise<string> {
	const text = new TextEncoder().encode(JSON.stringify([runKey, request]));
	const digest = await crypto.subtle.digest('SHA-256', text);
	return Buffer.from(digest).toString('hex').slice(0, ID_LENGTH);
}

/**
 * Makes an event; repeating the request finds the one that was made. Invitations go out when attendees
 * are added, and attachments can only be added to an event that exists. So attendees are added after the
 * attachments, and everybody gets the files.
 * @see https://learn.microsoft.com/graph/api/user-post-events
 */
export async function postEventOnce(transport: MailTransport, event: NewEvent): Promise<RawEvent> {
	const { properties, attendees, sources, prefer } = event;
	const invited: EventProperties = attendees.length > 0 ? { ...properties, attendees } : properties;
	if (sources.length === 0) return await postEvent(transport, event, invited);
	await transport.graph.permit({ method: 'POST', path: eventsPath(event), body: invited });
	return await withAttachments(transport, {}, sources, async ({ opened }) => {
		const made = await postEvent(transport, event, properties);
		// Attendees are added last: an event that has some was finished by an earlier request.
		if (made.event.attendees?.length) return made;
		const { id } = made.event;
		const path = eventPath(event.calendarId, id);
		let done = MADE;
		const finish = async () => {
			// An earlier request may have added some of them.
			const present = await countAttachments(transport, path);
			const missing = opened.slice(present);
			await attachAll(transport, path, missing, present);
			done = ATTACHED;
			if (attendees.length === 0 && missing.length === 0) return made;
			const changes: EventProperties =
				attendees.length > 0 ? { attendees } : { subject: properties.subject ?? '' };
			return await untilFound(
				transport,
				async () => await patchOnce(transport, path, changes, { prefer }),
			);
		};
		return await finish().catch(
			rethrow('any', (failure) => {
				const mayInvite = done === ATTACHED && attendees.length > 0 && failure.details.unanswered;
				return mayInvite ? mayBeFinished(failure, id) : halfDone(failure, id, done);
			}),
		);
	});
}

function eventsPath({ calendarId }: NewEvent): string {
	return `${calendarPath(calendarId)}/events`;
}

async function postEvent(transport: MailTransport, event: NewEvent, properties: EventProperties) {
	const { prefer } = event;
	return await transport.graph
		.post(eventsPath(event), properties, rawEvent, { prefer, repeatable: true, changes: true })
		.catch(explainAttendees)
		.catch(explainFixed(transport.graph, event.calendarId))
		.catch(
			recover(
				({ details }) => details.unanswered === true,
				async (failure) => {
					const found = await findByTransaction(transport, event).catch(undefinedOn('any'));
					if (found) return found;
					throw mayBeMade(failure);
				},
			),
		)
		.catch(
			recover(
				({ details }) => details.providerCode === KNOWN_TRANSACTION,
				async (failure) => {
					const found = await findByTransaction(transport, event).catch(
						rethrow('any', (unread) => unread.after(failure)),
					);
					if (found) return found;
					throw new ProviderFailure('conflict', 'An event was already made for this request', {
						...failure.details,
						left: undefined,
						hint: 'It was moved or deleted since, and no second one is made. To make another one, a person can set another Transaction ID.',
					});
				},
			),
		);
}

function mayBeMade({ kind, message, details }: ProviderFailure): ProviderFailure {
	const inDoubt = { ...details, hint: undefined };
	return new ProviderFailure(kind, `The event may have been made: ${message}`, inDoubt).withLeft(
		// Another run has another transaction ID. Retry On Fail has the same, and may try it.
		'The event may have been made: look in the calendar before you run the step again. With a Transaction ID, run it again: no second event is made.',
	);
}

/** The event that an earlier request made, looked for at the time that it was made for. */
async function findByTransaction(
	{ graph }: MailTransport,
	{ calendarId, prefer, properties }: NewEvent,
): Promise<RawEvent | undefined> {
	const start = fromGraphTime(properties.start, 'UTC') ?? DateTime.utc();
	const end = fromGraphTime(properties.end, 'UTC') ?? start;
	const { events } = await viewCalendar(graph, calendarId, { start, end }, { prefer });
	// The occurrences of a series do not carry its transaction ID.
	const candidates = events
		.filter(
			({ raw, event }) => event.seriesMasterId || raw.transactionId === properties.transactionId,
		)
		.map(({ event }) => event.seriesMasterId ?? event.id);
	for (const id of new Set(candidates)) {
		const found = await graph.get(eventPath(calendarId, id), rawEvent, { prefer });
		if (found.raw.transactionId === properties.transactionId) return found;
	}
	return undefined;
}

const MADE = 'The event was made, but without all attachments and without attendees';
const ATTACHED = 'The event was made with its attachments, but without attendees';

/** @param done What of it is done, for certain. */
function halfDone({ kind, message, details }: ProviderFailure, id: string, done: string) {
	return new ProviderFailure(kind, `${done}: ${message}`, details).withLeft(
		// Another run has another transaction ID, and would make a second one.
		`Delete the event (ID ${id}) before you run the step again. With a Transaction ID, keep it: the step then goes on where it stopped.`,
	);
}

/** Whoever deletes a finished event tells its attendees that it is cancelled, and then invites them again. */
function mayBeFinished({ kind, message, details }: ProviderFailure, id: string): ProviderFailure {
	const what = 'The event was made with its attachments, and its attendees may be invited';
	const inDoubt = { ...details, hint: undefined };
	return new ProviderFailure(kind, `${what}: ${message}`, inDoubt).withLeft(
		`See whether the event (ID ${id}) has attendees: then it is finished. Else delete it before you run the step again. With a Transaction ID, keep it, and run the step again.`,
	);
}

import type { Recipient } from '../email/messageProperties';
import type { GraphAttendee } from './event';

/** https://learn.microsoft.com/graph/api/resources/attendee */
export interface Attendee extends Recipient {
	type: 'required' | 'optional' | 'resource';
}

/** What becomes of the attendees that are named. */
export type AttendeeChange = 'add' | 'replace' | 'remove';

/** Attendees of one event: https://learn.microsoft.com/graph/api/resources/event */
export const MAX_ATTENDEES = 500;

/** Everybody who was named, once each: who is required and optional is required. */
export function toAttendees({
	required,
	optional,
	rooms,
}: Record<'required' | 'optional' | 'rooms', Recipient[]>): Attendee[] {
	return merge(
		[],
		[
			...required.map((recipient) => ({ ...recipient, type: 'required' as const })),
			...optional.map((recipient) => ({ ...recipient, type: 'optional' as const })),
			...rooms.map((recipient) => ({ ...recipient, type: 'resource' as const })),
		],
	);
}

/** The attendees an event is to have, by those it has and those that are named. */
export function changeAttendees(
	present: GraphAttendee[],
	named: Attendee[],
	change: AttendeeChange,
): Attendee[] {
	if (change === 'replace') return named;
	const kept = present.flatMap(({ emailAddress, type }): Attendee[] => {
		const { address, name } = emailAddress ?? {};
		if (!address) return [];
		return [{ emailAddress: { address, ...(name && { name }) }, type: toType(type) }];
	});
	if (change === 'add') return merge(kept, named);
	const leaving = new Set(named.map(addressOf));
	return kept.filter((attendee) => !leaving.has(addressOf(attendee)));
}

/** The attendees there are, and those of the others whose address is not among them. */
function merge(present: Attendee[], added: Attendee[]): Attendee[] {
	const seen = new Set(present.map(addressOf));
	const fresh = added.filter((attendee) => {
		const isNew = !seen.has(addressOf(attendee));
		seen.add(addressOf(attendee));
		return isNew;
	});
	return [...present, ...fresh];
}

function addressOf({ emailAddress }: Recipient): string {
	return emailAddress.address.toLowerCase();
}

function toType(type: string | null | undefined): Attendee['type'] {
	return type === 'optional' || type === 'resource' ? type : 'required';
}

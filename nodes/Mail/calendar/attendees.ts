import { z } from 'zod';
import { toAddress } from '../email/message';
import type { Recipient } from '../email/messageProperties';
import { namedWithType, onceEach } from '../email/recipients';
import type { GraphAttendee } from './event';

/** https://learn.microsoft.com/graph/api/resources/attendee; who is named as two of them is the first. */
const TYPES = ['required', 'optional', 'resource'] as const;

export interface Attendee extends Recipient {
	type: (typeof TYPES)[number];
}

const attendeeType = z.preprocess(
	(given) => (typeof given === 'string' ? given.trim().toLowerCase() : given) || 'required',
	z.enum(TYPES),
);

/**
 * Those that an event is for, as recipients are written; an attendee that a step returns stays what it
 * is there, all others are required.
 */
export const attendees = namedWithType.transform((list, context): Attendee[] =>
	list.map(({ type: given, ...one }, index) => {
		const type = attendeeType.safeParse(given).data;
		if (type) return { ...one, type };
		const message = `entry ${index + 1} has a type that is none of: ${TYPES.join(', ')}`;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	}),
);

/** What becomes of the attendees and labels that are named. */
export type ListChange = 'add' | 'replace' | 'remove';

/** Attendees of one event: https://learn.microsoft.com/graph/api/resources/event */
export const MAX_ATTENDEES = 500;

/** Everybody who was named, once each: who is required and optional is required. */
export function toAttendees(
	named: Attendee[],
	{ optional, rooms }: Record<'optional' | 'rooms', Recipient[]>,
): Attendee[] {
	const all = [
		...named,
		...optional.map((recipient) => ({ ...recipient, type: 'optional' as const })),
		...rooms.map((recipient) => ({ ...recipient, type: 'resource' as const })),
	];
	return onceEach(TYPES.flatMap((wanted) => all.filter(({ type }) => type === wanted)));
}

/** The attendees an event is to have, by those it has and those that are named. */
export function changeAttendees(
	present: GraphAttendee[],
	named: Attendee[],
	change: ListChange,
): Attendee[] {
	if (change === 'replace') return named;
	const kept = present.flatMap((attendee): Attendee[] => {
		const emailAddress = toAddress(attendee);
		const type = attendeeType.catch('required').parse(attendee.type);
		return emailAddress?.address ? [{ emailAddress, type }] : [];
	});
	if (change === 'add') return onceEach([...kept, ...named]);
	const leaving = new Set(named.map(addressOf));
	return kept.filter((attendee) => !leaving.has(addressOf(attendee)));
}

function addressOf({ emailAddress }: Recipient): string {
	return emailAddress.address.toLowerCase();
}

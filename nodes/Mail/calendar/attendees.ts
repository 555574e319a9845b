import { z } from 'zod';
import { rethrow } from '../../shared/http/failures';
import { refuse } from '../../shared/step/inputSchemas';
import { toAddress } from '../email/message';
import type { Recipient } from '../email/messageProperties';
import { namedWithType, onceEach } from '../email/recipients';
import type { GraphAttendee } from './event';

/** https://learn.microsoft.com/graph/api/resources/attendee; of somebody with two types the first counts. */
const TYPES = ['required', 'optional', 'resource'] as const;

export interface Attendee extends Recipient {
	type: (typeof TYPES)[number];
}

const attendeeType = z.preprocess(
	(given) => (typeof given === 'string' ? given.trim().toLowerCase() : given) || 'required',
	z.enum(TYPES),
);

/** The attendees of a field, written as recipients are. One that another step returned keeps its type. */
export const attendees = namedWithType.transform((list, context): Attendee[] =>
	list.map(({ type: given, ...recipient }, index) => {
		const type = attendeeType.safeParse(given).data;
		if (type) return { ...recipient, type };
		return refuse(context, `entry ${index + 1} has a type that is none of: ${TYPES.join(', ')}`);
	}),
);

/** For `catch`: adds a hint where an attendee was refused, as the event may have been saved (fact: event-made-anyway). */
export const explainAttendees = rethrow(
	({ details }) => details.providerCode === 'ErrorInvalidRecipients',
	(failure) =>
		failure.withHint(
			'Correct the addresses in Attendees. The event may have been saved all the same: look in the calendar before you run the step again.',
		),
);

/** What to do with the attendees and labels that are named. */
export type ListChange = 'add' | 'replace' | 'remove';

/** Attendees of one event: https://learn.microsoft.com/graph/api/resources/event */
export const MAX_ATTENDEES = 500;

/** The attendees of three fields, each once: somebody who is both required and optional is required. */
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

/** The attendees of an event after a change with the named ones. */
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
	if (change === 'add') {
		// Attendees makes everybody required who has no other type: that says nothing of who is optional already.
		const others = named.filter(({ type }) => type !== 'required');
		const types = new Map(others.map((attendee) => [addressOf(attendee), attendee.type]));
		const typed = kept.map((one) => ({ ...one, type: types.get(addressOf(one)) ?? one.type }));
		return onceEach([...typed, ...named]);
	}
	const leaving = new Set(named.map(addressOf));
	return kept.filter((attendee) => !leaving.has(addressOf(attendee)));
}

function addressOf({ emailAddress }: Recipient): string {
	return emailAddress.address.toLowerCase();
}

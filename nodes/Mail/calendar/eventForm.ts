import type { ItemBody, Recipient, TextFormat } from '../email/messageProperties';
import { toBody } from '../email/messageProperties';
import type { GraphTime } from '../graph/zones';
import type { Recurrence, RecurrenceForm } from './recurrence';

export type AttendeeType = 'required' | 'optional' | 'resource';

/** https://learn.microsoft.com/graph/api/resources/attendee */
export interface Attendee extends Recipient {
	type: AttendeeType;
}

/** The writable properties of an event: https://learn.microsoft.com/graph/api/resources/event */
export interface EventProperties {
	subject?: string;
	body?: ItemBody;
	start?: GraphTime;
	end?: GraphTime;
	isAllDay?: boolean;
	location?: { displayName: string };
	attendees?: Attendee[];
	recurrence?: Recurrence;
	isOnlineMeeting?: boolean;
	onlineMeetingProvider?: string;
	isReminderOn?: boolean;
	reminderMinutesBeforeStart?: number;
	showAs?: string;
	sensitivity?: string;
	importance?: string;
	categories?: string[];
	allowNewTimeProposals?: boolean;
	hideAttendees?: boolean;
	responseRequested?: boolean;
	transactionId?: string;
}

/** What a user filled in for an event, without its times; lists are empty where nothing was given. */
export interface EventForm {
	subject?: string;
	attendees: Recipient[];
	location?: string;
	body: string;
	options: {
		allowNewTimeProposals?: boolean;
		bodyFormat: 'auto' | TextFormat;
		hideAttendees?: boolean;
		importance?: string;
		labels: string[];
		optionalAttendees: Recipient[];
		recurrence?: RecurrenceForm;
		/** Minutes before the start; -1 for none. */
		reminder?: number;
		requestResponses?: boolean;
		rooms: Recipient[];
		sensitivity?: string;
		showAs?: string;
	};
}

/** Attendees of one event: https://learn.microsoft.com/graph/api/resources/event */
export const MAX_ATTENDEES = 500;

/**
 * What was given beside times and attendees, as properties of an event; what was not given is left
 * out.
 */
export function toEventProperties(form: EventForm): EventProperties {
	const { options } = form;
	const properties: EventProperties = {
		subject: form.subject,
		body: toBody(form.body, options.bodyFormat),
		location: form.location === undefined ? undefined : { displayName: form.location },
		...toReminder(options.reminder),
		showAs: options.showAs,
		sensitivity: options.sensitivity,
		importance: options.importance,
		categories: options.labels.length > 0 ? options.labels : undefined,
		allowNewTimeProposals: options.allowNewTimeProposals,
		hideAttendees: options.hideAttendees,
		responseRequested: options.requestResponses,
	};
	return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

/** Everybody who was named, once each: who is required and optional is required. */
export function toAttendees({ attendees, options }: EventForm): Attendee[] {
	const named = [
		...attendees.map((recipient) => ({ ...recipient, type: 'required' as const })),
		...options.optionalAttendees.map((recipient) => ({ ...recipient, type: 'optional' as const })),
		...options.rooms.map((recipient) => ({ ...recipient, type: 'resource' as const })),
	];
	return mergeAttendees([], named);
}

/** The attendees there are, and those of the others who are not among them. */
export function mergeAttendees<One extends Recipient, Other extends Recipient>(
	present: One[],
	added: Other[],
): Array<One | Other> {
	const seen = new Set(present.map(addressOf));
	const fresh = added.filter((attendee) => {
		const isNew = !seen.has(addressOf(attendee));
		seen.add(addressOf(attendee));
		return isNew;
	});
	return [...present, ...fresh];
}

/** What an attendee is told apart by. */
export function addressOf({ emailAddress }: Recipient): string {
	return emailAddress.address.toLowerCase();
}

function toReminder(minutes: number | undefined): EventProperties {
	if (minutes === undefined) return {};
	if (minutes < 0) return { isReminderOn: false };
	return { isReminderOn: true, reminderMinutesBeforeStart: minutes };
}

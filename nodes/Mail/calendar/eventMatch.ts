import { foldText } from '../filter/words';
import type { Event, GraphAttendee } from './event';

/** Conditions on an event, all of which have to hold; what is left out is no condition. */
interface EventConditions {
	/** In subject, location or description preview. */
	text?: string;
	subject?: string;
	/** Organizer or attendee: a whole address, a domain with or without its @, or a part of a name. */
	attendee?: string;
	/** Organizer, in the same forms. */
	organizer?: string;
	/** One of these labels. */
	labels?: string[];
	onlineMeeting?: boolean;
	/** One of Graph's responses; `none` stands for `notResponded` too. */
	responses?: string[];
	/** False leaves all-day events out. */
	allDay?: boolean;
}

/**
 * Tests an event by conditions, as Graph cannot filter a calendar view; undefined without conditions.
 * Case does not count, nor do accents outside of addresses.
 */
export function createEventMatch(
	conditions: EventConditions,
): ((event: Event) => boolean) | undefined {
	const { onlineMeeting, allDay, attendee, organizer } = conditions;
	const [text, subject] = [conditions.text, conditions.subject].map((given) =>
		given === undefined ? undefined : plain(given),
	);
	const labels = (conditions.labels ?? []).map(plain);
	const { responses = [] } = conditions;
	const checks = [
		text !== undefined &&
			(({ subject: title, location, bodyPreview }: Event) =>
				[title, location?.displayName, bodyPreview].some((part) => plain(part).includes(text))),
		subject !== undefined && ((event: Event) => plain(event.subject).includes(subject)),
		attendee !== undefined &&
			((event: Event) =>
				[event.organizer, ...(event.attendees ?? [])].some((person) => isPerson(person, attendee))),
		organizer !== undefined && ((event: Event) => isPerson(event.organizer, organizer)),
		labels.length > 0 &&
			((event: Event) => (event.categories ?? []).some((name) => labels.includes(plain(name)))),
		onlineMeeting !== undefined &&
			((event: Event) => (event.isOnlineMeeting ?? false) === onlineMeeting),
		responses.length > 0 && ((event: Event) => responses.includes(responseOf(event))),
		allDay === false && ((event: Event) => !event.isAllDay),
	].filter((check) => check !== false);
	return checks.length === 0 ? undefined : (event) => checks.every((check) => check(event));
}

/** `none` and `notResponded` both mean no answer: https://learn.microsoft.com/graph/api/resources/responsestatus */
function responseOf({ responseStatus }: Event): string {
	const response = responseStatus?.response ?? 'none';
	return response === 'notResponded' ? 'none' : response;
}

/** Whether a person has the address, domain or name. Accents count in addresses: another one is somebody else's. */
function isPerson(person: GraphAttendee | null | undefined, given: string): boolean {
	const wanted = foldText(given, 'case');
	const address = foldText(person?.emailAddress?.address ?? '', 'case');
	if (wanted.startsWith('@')) return address.endsWith(wanted);
	if (wanted.includes('@')) return address === wanted;
	return address.endsWith(`@${wanted}`) || plain(person?.emailAddress?.name).includes(plain(given));
}

function plain(text: string | null | undefined): string {
	return foldText(text ?? '', 'accents');
}

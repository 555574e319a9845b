import { foldText } from '../filter/words';
import type { Event, GraphAttendee } from './event';

/** What an event has to hold; nothing given holds for all. */
interface EventConditions {
	/** In subject, location or description preview. */
	text?: string;
	subject?: string;
	/** Organizer or attendee: a whole address, a domain with or without its @, or a part of a name. */
	attendee?: string;
	/** The same. */
	organizer?: string;
	/** One of these labels. */
	labels?: string[];
	onlineMeeting?: boolean;
	/** One of Graph's responses; `none` stands for `notResponded` too. */
	responses?: string[];
	/** False leaves them out. */
	allDay?: boolean;
}

/**
 * Conditions on an event that Graph cannot filter a calendar view by; undefined without conditions.
 * Case and accents do not count, but in addresses.
 */
export function createEventMatch(
	conditions: EventConditions,
): ((event: Event) => boolean) | undefined {
	const { onlineMeeting, allDay, attendee, organizer } = conditions;
	const [text, subject] = [conditions.text, conditions.subject].map((one) =>
		one === undefined ? undefined : plain(one),
	);
	const labels = (conditions.labels ?? []).map(plain);
	const { responses = [] } = conditions;
	const checks = [
		text !== undefined && ((event: Event) => textsOf(event).some((one) => one.includes(text))),
		subject !== undefined && ((event: Event) => plain(event.subject).includes(subject)),
		attendee !== undefined &&
			((event: Event) =>
				[event.organizer, ...(event.attendees ?? [])].some((one) => isPerson(one, attendee))),
		organizer !== undefined && ((event: Event) => isPerson(event.organizer, organizer)),
		labels.length > 0 &&
			((event: Event) => (event.categories ?? []).some((one) => labels.includes(plain(one)))),
		onlineMeeting !== undefined &&
			((event: Event) => (event.isOnlineMeeting ?? false) === onlineMeeting),
		responses.length > 0 && ((event: Event) => responses.includes(responseOf(event))),
		allDay === false && ((event: Event) => !event.isAllDay),
	].filter((check) => check !== false);
	return checks.length === 0 ? undefined : (event) => checks.every((check) => check(event));
}

function textsOf({ subject, location, bodyPreview }: Event): string[] {
	return [subject, location?.displayName, bodyPreview].map(plain);
}

/** Both names mean that nobody answered: https://learn.microsoft.com/graph/api/resources/responsestatus */
function responseOf({ responseStatus }: Event): string {
	const response = responseStatus?.response ?? 'none';
	return response === 'notResponded' ? 'none' : response;
}

/** Accents count in an address: with another one it is somebody else's. */
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

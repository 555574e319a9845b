import { normalizeText } from '../../shared/normalizeText';
import type { Event, GraphAttendee } from './event';

/** What an event has to hold; nothing given holds for all. */
interface EventConditions {
	text?: string;
	/** A whole address, a domain beginning with @, or a part of a name. */
	attendee?: string;
}

/**
 * Conditions on an event that Graph cannot filter a calendar view by; undefined without conditions.
 * Case and accents do not count.
 */
export function createEventMatch({
	text,
	attendee,
}: EventConditions): ((event: Event) => boolean) | undefined {
	if (text === undefined && attendee === undefined) return undefined;
	const wantedText = plain(text);
	const wantedPerson = plain(attendee);
	return (event) => {
		const texts = [event.subject, event.location?.displayName, event.bodyPreview];
		const people = [event.organizer, ...(event.attendees ?? [])];
		return (
			(text === undefined || texts.some((one) => plain(one).includes(wantedText))) &&
			(attendee === undefined || people.some((person) => isPerson(person, wantedPerson)))
		);
	};
}

function isPerson(person: GraphAttendee | null | undefined, wanted: string): boolean {
	const address = plain(person?.emailAddress?.address);
	if (wanted.startsWith('@')) return address.endsWith(wanted);
	return (
		address === wanted ||
		(!wanted.includes('@') && plain(person?.emailAddress?.name).includes(wanted))
	);
}

function plain(text: string | null | undefined): string {
	return normalizeText(text ?? '', 'NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase();
}

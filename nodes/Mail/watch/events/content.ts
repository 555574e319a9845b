import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { simplifyRecurrence } from '../../calendar/eventRecurrence';
import { withoutMeetingText } from '../../calendar/meetingText';
import type { WatchedEvent } from './changes';

/** How many characters of a description are remembered: as many as Graph's own preview has. */
const PREVIEW = 255;

/**
 * The parts of an event whose change counts, besides its times. Stamps do not count: they move without a change, and
 * with every answer of an attendee (fact: event-stamp). Nor do answers, the link to join, which Teams adds some
 * minutes later, and how the time is shown (busy, free), which the owner's own answer changes.
 */
export interface Content {
	/** By the names of the output. */
	fields: IDataObject;
	/** Short hash of all of it, of the whole description too. */
	hash: string;
}

/** The content of an event. @param text Its whole description, where it is told. */
export function contentOf(event: WatchedEvent, text = event.bodyPreview ?? ''): Content {
	const description = withoutMeetingText(text).replace(/\s+/g, ' ');
	const attendees = new Map(
		(event.attendees ?? []).flatMap(({ emailAddress, type }) => {
			const address = emailAddress?.address?.toLowerCase() ?? '';
			const shown = { address, ...(type && type !== 'required' && { type }) };
			// The answer of a colleague may be one more attendee (fact: exchange-name).
			return address.startsWith('/o=') ? [] : [[`${address} ${type ?? ''}`, shown]];
		}),
	);
	const fields = {
		subject: event.subject ?? '',
		isAllDay: event.isAllDay ?? false,
		location: event.location?.displayName ?? '',
		organizer: event.organizer?.emailAddress?.address?.toLowerCase() ?? '',
		attendees: [...attendees.keys()].sort(),
		isOnlineMeeting: event.isOnlineMeeting ?? false,
		sensitivity: event.sensitivity ?? 'normal',
		importance: event.importance ?? 'normal',
		labels: [...(event.categories ?? [])].sort(),
	};
	return {
		fields: {
			...fields,
			// In the form in which steps take them.
			attendees: fields.attendees.flatMap((name) => attendees.get(name) ?? []),
			description: description.slice(0, PREVIEW),
		},
		hash: shortHash(JSON.stringify([fields, description])),
	};
}

/** Short hash of when a series takes place: if it changes, so do the occurrences. */
export function patternOf({ recurrence, start, end }: WatchedEvent): string {
	const simple = recurrence ? simplifyRecurrence(recurrence) : {};
	return shortHash(JSON.stringify([simple, start?.dateTime, end?.dateTime]));
}

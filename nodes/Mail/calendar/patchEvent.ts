import { DateTime } from 'luxon';
import { z } from 'zod';
import { InvalidInput, ProviderFailure, recover } from '../../shared/failures';
import { toMoment } from '../../shared/moments';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import { ianaOf, zonePreference } from '../graph/zones';
import type { Event, RawEvent } from './event';
import { eventShape, eventTimes, rawEvent } from './event';
import type { Attendee, AttendeeType, EventForm, EventProperties } from './eventForm';
import { addressOf, mergeAttendees, toAttendees, toEventProperties } from './eventForm';
import type { EventTimes } from './eventTimes';
import { readEventTimes, toTimeProperties } from './eventTimes';
import { keepMeetingText } from './meetingText';
import { onlineMeeting } from './onlineMeeting';
import { toRecurrence } from './recurrence';

/** What changes of an event; what is left out stays. */
export interface EventChanges {
	eventId: string;
	form: EventForm;
	start?: string;
	end?: string;
	allDay?: boolean;
	/** IANA name of the zone of the times. */
	zone: string;
	/** The event stays in the zone it was made for, by whose clock a series goes. */
	keepsZone: boolean;
	attendeeChange: 'add' | 'replace' | 'remove';
	onlineMeeting?: boolean;
	sources: AttachmentSource[];
	/** Preferences for the answer. */
	prefer: string[];
}

const currentShape = eventShape.extend({ originalStartTimeZone: z.string().nullish() });
type Current = z.output<typeof currentShape>;

const CURRENT = 'id,subject,start,end,isAllDay,attendees,originalStartTimeZone';
/** What a new text has to keep a part of. */
const WITH_TEXT = `${CURRENT},body,isOnlineMeeting,onlineMeeting,onlineMeetingUrl`;
/** How often a change is tried again after somebody else changed the event in between. */
const MAX_CONFLICTS = 3;

/**
 * Changes an event. Of its times and attendees the rest is read first, so that giving a new start
 * keeps the length, and adding attendees keeps the others.
 * @throws InvalidInput when nothing is to be changed, or the times do not fit together.
 * @see https://learn.microsoft.com/graph/api/event-update
 */
export async function updateEvent(
	transport: MailTransport,
	changes: EventChanges,
): Promise<RawEvent> {
	const { graph } = transport;
	const { eventId, form, sources, prefer } = changes;
	const path = mailPath`/events/${eventId}`;
	const options = {
		prefer: [zonePreference(changes.zone)],
		query: { $select: form.body.trim() === '' ? CURRENT : WITH_TEXT },
	};
	const meeting = changes.onlineMeeting ? await onlineMeeting(graph, undefined) : {};
	return await withAttachments(transport, {}, sources, async ({ opened }) => {
		let attached = false;
		for (let conflicts = 0; ; conflicts++) {
			const current = await graph.get(path, currentShape, options);
			const properties = { ...changedProperties(current, changes), ...meeting };
			if (Object.keys(properties).length === 0 && opened.length === 0) {
				throw new InvalidInput(
					'There is nothing to change',
					undefined,
					'Fill in what is to become different.',
				);
			}
			if (opened.length > 0 && !attached) {
				const present = await countAttachments(graph, { path });
				await attachAll(transport, { path }, opened, present);
				attached = true;
			}
			// Attendees get new attachments with the next change of the event.
			const written = {
				...(opened.length > 0 && { subject: current.subject ?? '' }),
				...properties,
			};
			const changed = await graph.patch(path, written, rawEvent, { prefer }).catch(
				recover(
					() => true,
					(failure) => {
						if (failure.kind === 'conflict' && conflicts < MAX_CONFLICTS) return undefined;
						throw attached ? halfDone(failure) : failure;
					},
				),
			);
			if (changed) return changed;
		}
	});
}

function halfDone({ kind, message, details }: ProviderFailure): ProviderFailure {
	return new ProviderFailure(
		kind,
		`The attachments were added to the event, but nothing else was changed: ${message}`,
		{
			...details,
			hint: `Leave Attachments empty when running the step again. ${details.hint ?? ''}`.trim(),
		},
	);
}

function changedProperties(current: Current, changes: EventChanges): EventProperties {
	const { form, attendeeChange } = changes;
	const { recurrence } = form.options;
	const times = changedTimes(current, changes);
	const named = toAttendees(form);
	const properties = toEventProperties(form);
	return {
		...properties,
		...(properties.body && { body: keepMeetingText(properties.body, current) }),
		...(times?.changed && toTimeProperties(times.value)),
		...(times && recurrence && { recurrence: toRecurrence(recurrence, times.value) }),
		...(named.length > 0 && { attendees: changeAttendees(current, named, attendeeChange) }),
	};
}

/** The times that are to be, and whether they differ: a recurrence is worked out from them too. */
function changedTimes(
	current: Current,
	{ start, end, allDay, zone, keepsZone, form }: EventChanges,
): { value: EventTimes; changed: boolean } | undefined {
	const wasAllDay = current.isAllDay ?? false;
	const isAllDay = allDay ?? wasAllDay;
	const changed = start !== undefined || end !== undefined || isAllDay !== wasAllDay;
	if (!changed && !form.options.recurrence) return undefined;
	const known = eventTimes(current, zone);
	if (wasAllDay && !isAllDay && start === undefined) {
		throw new InvalidInput('is needed when the event is no longer all day', 'start');
	}
	const from = start ?? known.start;
	if (from === undefined) throw new InvalidInput('is needed: the event shows none', 'start');
	const kept = start === undefined ? known.end : undefined;
	const shifted = start !== undefined && isAllDay === wasAllDay ? moved(start, known, zone) : kept;
	const own = keepsZone ? ianaOf(current.originalStartTimeZone ?? '') : undefined;
	const times = readEventTimes({ start: from, end: end ?? shifted, allDay: isAllDay }, zone, own);
	return { value: times, changed };
}

/** The end that keeps the length of the event when it starts at another time. */
function moved(
	start: string,
	known: { start?: string; end?: string },
	zone: string,
): string | undefined {
	const from = DateTime.fromISO(known.start ?? '', { zone });
	const to = DateTime.fromISO(known.end ?? '', { zone });
	if (!from.isValid || !to.isValid) return undefined;
	const wholeDays = known.start?.length === 'yyyy-MM-dd'.length;
	const length = to.diff(from, wholeDays ? 'days' : 'milliseconds');
	return toMoment(start, zone, 'start').plus(length).toISO() ?? undefined;
}

function changeAttendees(
	current: Event,
	named: Attendee[],
	change: EventChanges['attendeeChange'],
): Attendee[] {
	if (change === 'replace') return named;
	const present = (current.attendees ?? []).flatMap(({ emailAddress, type }): Attendee[] => {
		const { address, name } = emailAddress ?? {};
		if (!address) return [];
		return [{ emailAddress: { address, ...(name && { name }) }, type: toType(type) }];
	});
	if (change === 'add') return mergeAttendees(present, named);
	const leaving = new Set(named.map(addressOf));
	return present.filter((attendee) => !leaving.has(addressOf(attendee)));
}

function toType(type: string | null | undefined): AttendeeType {
	return type === 'optional' || type === 'resource' ? type : 'required';
}

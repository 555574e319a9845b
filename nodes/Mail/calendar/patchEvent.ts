import { DateTime } from 'luxon';
import { z } from 'zod';
import { InvalidInput, ProviderFailure, recover } from '../../shared/http/failures';
import type { AttachmentSource } from '../attachments/attachment';
import { attachAll, countAttachments, withAttachments } from '../attachments/attachOnce';
import { withLabels, withoutLabels } from '../email/labels';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import { ianaOf } from '../graph/zones';
import type { Attendee, ListChange } from './attendees';
import { changeAttendees } from './attendees';
import type { RawEvent } from './event';
import { eventShape, eventTimes, rawEvent } from './event';
import type { EventProperties } from './eventProperties';
import { onlyGiven } from './eventProperties';
import type { Recurrence } from './eventRecurrence';
import type { EventTimes, NewTimes } from './eventTimes';
import { readEventTimes, toTimeProperties } from './eventTimes';
import { keepMeetingText } from './meetingText';
import { followStart, secondDay } from './movedSeries';
import { onlineMeeting } from './onlineMeeting';
import { eventMoments } from './span';

/** What changes of an event; what is left out stays. */
interface EventChanges {
	eventId: string;
	/** Without times and attendees; labels are those that are named. */
	properties: EventProperties;
	start?: string;
	end?: string;
	allDay?: boolean;
	/** IANA name of the zone of the times. */
	zone: string;
	/** Refuses times, once it is known whether the event is all day. */
	checkTimes(times: NewTimes): void;
	/** The event stays in the zone it was made for, by whose clock a series goes. */
	keepsZone: boolean;
	/** How it repeats from now on, by its times. */
	recurrence?: (times: EventTimes) => Recurrence;
	attendees: Attendee[];
	/** Whether the attendees and labels are to be added, removed, or alone in it. */
	listChange: ListChange;
	onlineMeeting?: boolean;
	sources: AttachmentSource[];
	/** Preferences for the answer. */
	prefer: string[];
}

const currentShape = eventShape.extend({
	originalStartTimeZone: z.string().nullish(),
	'@odata.etag': z.string().nullish(),
});
type Current = z.output<typeof currentShape>;

const CURRENT =
	'id,subject,start,end,isAllDay,attendees,categories,recurrence,originalStartTimeZone';
/** What a new text has to keep a part of. */
const WITH_TEXT = `${CURRENT},body,isOnlineMeeting,onlineMeeting,onlineMeetingUrl`;
/** How often a change is tried again after somebody else changed the event in between. */
const MAX_CONFLICTS = 3;

/**
 * Changes an event. Of its times, attendees and labels the rest is read first, so that giving a new start
 * keeps the length, and adding attendees or labels keeps the others.
 * @throws InvalidInput when nothing is to be changed, or the times do not fit together.
 * @see https://learn.microsoft.com/graph/api/event-update
 */
export async function patchEvent(
	transport: MailTransport,
	changes: EventChanges,
): Promise<RawEvent> {
	const { graph } = transport;
	const { eventId, sources, prefer } = changes;
	const path = mailPath`/events/${eventId}`;
	const query = { $select: changes.properties.body ? WITH_TEXT : CURRENT };
	const meeting = changes.onlineMeeting ? await onlineMeeting(graph, undefined) : {};
	return await withAttachments(transport, {}, sources, async ({ opened }) => {
		let attached = false;
		for (let conflicts = 0; ; conflicts++) {
			const current = await graph.get(path, currentShape, { query });
			const properties = { ...changedProperties(current, changes), ...meeting };
			if (Object.keys(properties).length === 0 && opened.length === 0) {
				throw new InvalidInput(
					'There is nothing to change',
					undefined,
					'Fill in what is to become different. An empty value keeps what is there.',
				);
			}
			if (opened.length > 0 && !attached) {
				await graph.permit({ method: 'PATCH', path, body: properties });
				let present = await countAttachments(graph, path);
				for (const one of opened) {
					await attachAll(transport, path, [one], present++).catch(
						recover('any', (failure) => {
							if (!attached) throw failure;
							throw halfDone(failure, SOME_ADDED, 'Attach only what the event lacks');
						}),
					);
					attached = true;
				}
			}
			// Attendees get new attachments with the next change of the event.
			const touched: EventProperties = opened.length > 0 ? { subject: current.subject ?? '' } : {};
			const written = { ...touched, ...properties };
			const headers = conflicts < MAX_CONFLICTS ? unlessChanged(current) : {};
			const changed = await graph.patch(path, written, rawEvent, { prefer, headers }).catch(
				recover('any', (failure) => {
					if (failure.kind === 'conflict' && conflicts < MAX_CONFLICTS) return undefined;
					throw attached ? halfDone(failure, ALL_ADDED, 'Leave Attachments empty') : failure;
				}),
			);
			if (changed) return changed;
		}
	});
}

/** Somebody whom others invite in between would be taken out again, and told so (fact: event-if-match). */
function unlessChanged({ '@odata.etag': version }: Current): Record<string, string> {
	return version ? { 'If-Match': version } : {};
}

const SOME_ADDED = 'Some attachments were added to the event, and nothing else was changed';
const ALL_ADDED = 'The attachments were added to the event, but nothing else was changed';

function halfDone(
	{ kind, message, details }: ProviderFailure,
	done: string,
	todo: string,
): ProviderFailure {
	return new ProviderFailure(kind, `${done}: ${message}`, {
		...details,
		// Attached again, they would be there twice.
		mayHaveHappened: true,
		hint: `${todo} when running the step again. ${details.hint ?? ''}`.trim(),
	});
}

function changedProperties(current: Current, changes: EventChanges): EventProperties {
	const { properties, attendees, listChange } = changes;
	const times = changedTimes(current, changes);
	const { recurrence = (value: EventTimes) => followStart(current, value) } = changes;
	return onlyGiven({
		...properties,
		body: properties.body && keepMeetingText(properties.body, current),
		...(times?.changed && toTimeProperties(times.value)),
		recurrence: times && recurrence(times.value),
		attendees:
			attendees.length > 0
				? changeAttendees(current.attendees ?? [], attendees, listChange)
				: undefined,
		categories:
			properties.categories &&
			changeLabels(current.categories ?? [], properties.categories, listChange),
	});
}

function changeLabels(present: string[], named: string[], change: ListChange): string[] {
	if (change === 'remove') return withoutLabels(present, named);
	return withLabels(change === 'add' ? present : [], named);
}

/** The times that are to be, and whether they differ: a recurrence is worked out from them too. */
function changedTimes(
	current: Current,
	{ start, end, allDay, zone, keepsZone, recurrence, checkTimes }: EventChanges,
): { value: EventTimes; changed: boolean } | undefined {
	const wasAllDay = current.isAllDay ?? false;
	const isAllDay = allDay ?? wasAllDay;
	const changed = start !== undefined || end !== undefined || isAllDay !== wasAllDay;
	if (!changed && !recurrence) return undefined;
	const first = current.recurrence?.pattern ? eventMoments(current, zone).start : undefined;
	checkTimes({ start, end, allDay: isAllDay, first, second: first && secondDay(first, current) });
	const own = keepsZone || !changed ? ianaOf(current.originalStartTimeZone ?? '') : undefined;
	const known = eventTimes(current, own ?? zone);
	if (wasAllDay && !isAllDay && start === undefined) {
		throw new InvalidInput('is needed when the event is no longer all day', 'start');
	}
	const from = start ?? known.start;
	if (from === undefined) throw new InvalidInput('is needed: the event shows none', 'start');
	const kept = start === undefined ? keptEnd(known, isAllDay && !wasAllDay) : undefined;
	const read = (to?: string) =>
		readEventTimes({ start: from, end: to, allDay: isAllDay }, zone, own);
	const isMoved = start !== undefined && isAllDay === wasAllDay;
	return { value: read(end ?? (isMoved ? moved(read().start, known) : kept)), changed };
}

/** The end that stays: an event that ends at midnight does not reach into the day that begins there. */
function keptEnd({ start, end }: { start?: string; end?: string }, becomesAllDay: boolean) {
	if (!becomesAllDay || end === undefined || end === start) return end;
	return DateTime.fromISO(end, { setZone: true }).minus({ milliseconds: 1 }).toISO() ?? undefined;
}

/**
 * The end of an event that starts at another time: as many days and hours later by the clock on the wall,
 * also where the clocks change in between.
 */
function moved(start: DateTime, known: { start?: string; end?: string }): string | undefined {
	const byClock = (time: DateTime) => time.setZone('utc', { keepLocalTime: true });
	const read = (text = '') => byClock(DateTime.fromISO(text, { zone: 'utc', setZone: true }));
	const length = read(known.end).diff(read(known.start));
	if (!length.isValid) return undefined;
	// What the clock shows twice is read as the offset of the start says.
	return start.set(byClock(start).plus(length).toObject()).toISO() ?? undefined;
}

import { DateTime } from 'luxon';
import { z } from 'zod';
import type { ProviderFailure } from '../../shared/http/failures';
import { InvalidInput, rethrow } from '../../shared/http/failures';
import { despiteConflicts } from '../../shared/provider/conflicts';
import { together } from '../../shared/provider/together';
import { isMidnight } from '../../shared/text/moments';
import type { AttachmentSource } from '../attachments/attachment';
import {
	attachAll,
	countAttachments,
	MayBeAttached,
	withAttachments,
} from '../attachments/attachOnce';
import { withLabels, withoutLabels } from '../email/labels';
import { mailPath } from '../graph/paths';
import type { MailTransport } from '../graph/transport';
import { unlessChanged, versionShape } from '../graph/unlessChanged';
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
import { isAsAsked, patchOnce } from './patchOnce';
import { eventMoments } from './span';

/** What changes of an event; what is left out stays. */
interface EventChanges {
	eventId: string;
	/** Without times and attendees. `categories` are those that the user named, for `listChange`; none empties them. */
	properties: EventProperties;
	start?: string;
	end?: string;
	allDay?: boolean;
	/** Asks for the IANA name of the zone of the times, in the same batch as for the event. */
	findZone(): Promise<string>;
	/** Refuses unsuitable times; called once the event was read, which may be all day. */
	checkTimes(times: NewTimes, zone: string): void;
	/** The event stays in the zone it was made for: a series repeats by the clock of its zone. */
	keepsZone: boolean;
	/** Makes its new recurrence from its new times. */
	recurrence?: (times: EventTimes) => Recurrence;
	attendees: Attendee[];
	/** Whether the named attendees and labels join those of the event, leave it, or replace them. */
	listChange: ListChange;
	onlineMeeting?: boolean;
	sources: AttachmentSource[];
	/** Preferences for the answer in the zone. */
	preferIn(zone: string): string[];
}

/** With what else was asked for, as Graph has it. */
const currentShape = eventShape
	.merge(versionShape)
	.extend({ originalStartTimeZone: z.string().nullish() })
	.passthrough();
type Current = z.output<typeof currentShape>;

const CURRENT =
	'id,subject,start,end,isAllDay,attendees,categories,recurrence,seriesMasterId,originalStartTimeZone';
/** Also read for a new text, which keeps the part of the old one with which to join an online meeting. */
const WITH_TEXT = `${CURRENT},body,isOnlineMeeting,onlineMeeting,onlineMeetingUrl`;

/**
 * Changes an event, which is read first: a new start keeps the length, and added attendees or labels keep
 * the others.
 * @returns the event; `isUnchanged` where it was so already, so that nothing was written.
 * @throws InvalidInput when nothing is to be changed, or the times do not fit together.
 * @see https://learn.microsoft.com/graph/api/event-update
 */
export async function patchEvent(
	transport: MailTransport,
	changes: EventChanges,
): Promise<RawEvent & { isUnchanged?: boolean }> {
	const { graph } = transport;
	const { eventId, sources } = changes;
	const path = mailPath`/events/${eventId}`;
	const meeting = changes.onlineMeeting ? await onlineMeeting(graph, undefined) : {};
	const needed = changes.properties.body ? WITH_TEXT : CURRENT;
	const named = Object.keys({ ...changes.properties, ...meeting });
	const query = { $select: [...new Set([...needed.split(','), ...named])].join(',') };
	return await withAttachments(transport, {}, sources, async ({ opened }) => {
		let attached = 0;
		const change = async (tries: number) => {
			const reading = graph.get(path, currentShape, { query });
			const [current, zone] = await together([reading, changes.findZone()]);
			const properties = { ...changedProperties(current, zone, changes), ...meeting };
			if (Object.keys(properties).length === 0 && opened.length === 0) {
				throw new InvalidInput(
					'There is nothing to change',
					undefined,
					'Fill in what is to become different. An empty value keeps what is there.',
				);
			}
			const prefer = changes.preferIn(zone);
			// To write what is there already would tell all attendees of nothing (fact: event-invites).
			if (opened.length === 0 && (await isThere(current, properties))) {
				return { ...(await graph.get(path, rawEvent, { prefer })), isUnchanged: true };
			}
			if (attached < opened.length) {
				await graph.permit({ method: 'PATCH', path, body: properties });
				let present = await countAttachments(transport, path);
				for (const attachment of opened.slice(attached)) {
					await attachAll(transport, path, [attachment], present++);
					attached++;
				}
			}
			// Graph sends new attachments to attendees only with another change: write the subject again.
			const touched: EventProperties = opened.length > 0 ? { subject: current.subject ?? '' } : {};
			const headers = unlessChanged(current, tries);
			const asked = { ...touched, ...properties };
			return await patchOnce(transport, path, asked, { prefer, headers });
		};
		return await despiteConflicts(change).catch(
			rethrow('any', (failure) => {
				const isOpen = failure instanceof MayBeAttached;
				if (attached === 0 && !isOpen) return failure;
				if (attached < opened.length) {
					const done = isOpen ? MAY_BE_ADDED : SOME_ADDED;
					return halfDone(failure, done, 'Attach only what the event lacks');
				}
				const done = failure.details.unanswered ? ALL_MAY_BE_DONE : ALL_ADDED;
				return halfDone(failure, done, 'Leave Attachments empty');
			}),
		);
	});
}

/**
 * Whether an event is so already. Of a text only its words could be compared, and not how they look; times that are
 * written to a series bring back its deleted days.
 */
async function isThere(current: Current, asked: EventProperties): Promise<boolean> {
	const { body, start } = asked;
	const isSameZone = start === undefined || start.timeZone === current.originalStartTimeZone;
	if (body !== undefined || !isSameZone || (start && current.recurrence)) return false;
	return await isAsAsked({ raw: current, event: current }, asked);
}

const MAY_BE_ADDED = 'Attachments may have been added to the event, and nothing else was changed';
const SOME_ADDED = 'Some attachments were added to the event, and nothing else was changed';
const ALL_ADDED = 'The attachments were added to the event, but nothing else was changed';
const ALL_MAY_BE_DONE = 'The attachments were added to the event, and the rest may be changed';

function halfDone(failure: ProviderFailure, done: string, todo: string) {
	const { message, details } = failure;
	const hint = `${todo} when running the step again. ${details.hint ?? ''}`.trim();
	// Retry On Fail would attach them twice.
	return failure.inWords(`${done}: ${message}`, { mayHaveHappened: true }).withHint(hint);
}

function changedProperties(current: Current, zone: string, changes: EventChanges): EventProperties {
	const { properties, attendees, listChange } = changes;
	if (changes.recurrence && current.seriesMasterId) {
		throw new InvalidInput(
			'is that of the whole series, and this is one of its days',
			'recurrence',
			'Put the ID of the series into Event ID: Get Event has it as seriesMasterId.',
		);
	}
	const times = changedTimes(current, zone, changes);
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
	if (named.length === 0) return [];
	if (change === 'remove') return withoutLabels(present, named);
	return withLabels(change === 'add' ? present : [], named);
}

/** The times after the change, and whether it changes them: a new recurrence needs them where they stay, too. */
function changedTimes(
	current: Current,
	zone: string,
	{ start, end, allDay, keepsZone, recurrence, checkTimes }: EventChanges,
): { value: EventTimes; changed: boolean } | undefined {
	const wasAllDay = current.isAllDay ?? false;
	const isAllDay = allDay ?? wasAllDay;
	const changed = start !== undefined || end !== undefined || isAllDay !== wasAllDay;
	if (!changed && !recurrence) return undefined;
	const first = current.recurrence?.pattern ? eventMoments(current, zone).start : undefined;
	const second = first && secondDay(first, current);
	checkTimes({ start, end, allDay: isAllDay || allDay, first, second }, zone);
	const own = keepsZone || !changed ? ianaOf(current.originalStartTimeZone ?? '') : undefined;
	const known = eventTimes(current, own ?? zone);
	if (wasAllDay && !isAllDay && start === undefined) {
		throw new InvalidInput('is needed when the event is no longer all day', 'start');
	}
	const from = start ?? known.start;
	if (from === undefined) throw new InvalidInput('is needed: the event shows none', 'start');
	const kept = start === undefined ? keptEnd(known, isAllDay && !wasAllDay) : undefined;
	const read = (to?: string) =>
		readEventTimes(
			{ start: from, end: to, allDay: isAllDay, keepsEnd: end === undefined && !isAllDay },
			zone,
			own,
		);
	const isMoved = start !== undefined && isAllDay === wasAllDay;
	return { value: read(end ?? (isMoved ? moved(read().start, known) : kept)), changed };
}

/** The end of an event whose start stays. When it becomes all-day, an end at midnight adds no day after it. */
function keptEnd({ start, end }: { start?: string; end?: string }, becomesAllDay: boolean) {
	if (!becomesAllDay || end === undefined || end === start) return end;
	const last = DateTime.fromISO(end, { setZone: true }).minus({ milliseconds: 1 });
	// A midnight begins a day by its own clock: so does the end go by it.
	return (start && isMidnight(start) ? last.toISODate() : last.toISO()) ?? undefined;
}

/**
 * The end of an event that got a new start: as many days and hours later by the clock on the wall, also where
 * the clocks change in between.
 */
function moved(start: DateTime, known: { start?: string; end?: string }): string | undefined {
	const byClock = (time: DateTime) => time.setZone('utc', { keepLocalTime: true });
	const read = (text = '') => byClock(DateTime.fromISO(text, { zone: 'utc', setZone: true }));
	const length = read(known.end).diff(read(known.start));
	if (!length.isValid) return undefined;
	// A time that the clock shows twice gets the offset of the start.
	return start.set(byClock(start).plus(length).toObject()).toISO() ?? undefined;
}

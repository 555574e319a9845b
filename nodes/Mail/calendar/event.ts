import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { createPauses } from '../../shared/http/pauses';
import { withRaw } from '../../shared/provider/understand';
import type { BodyFormat } from '../email/message';
import { addressItem, bodyOf, bodyPreference, cut, toAddress } from '../email/message';
import { fromGraphTime, graphTimeShape, toIso, zonePreference } from '../graph/zones';
import { recurrenceItem, recurrenceShape, simplifyRecurrence } from './eventRecurrence';
import { leanEvent } from './leanEvent';

/** https://learn.microsoft.com/graph/api/resources/attendee */
export const attendeeShape = z.object({
	emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
	type: z.string().nullish(),
	status: z.object({ response: z.string().nullish() }).nullish(),
});
export type GraphAttendee = z.output<typeof attendeeShape>;

/**
 * An event as far as the package uses it: https://learn.microsoft.com/graph/api/resources/event.
 * Everything but the ID may be missing: `$select` leaves it out, and so does a calendar that is
 * shared for its times only.
 */
export const eventShape = z.object({
	id: z.string(),
	subject: z.string().nullish(),
	bodyPreview: z.string().nullish(),
	body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
	start: graphTimeShape.nullish(),
	end: graphTimeShape.nullish(),
	isAllDay: z.boolean().nullish(),
	location: z.object({ displayName: z.string().nullish() }).nullish(),
	organizer: attendeeShape.nullish(),
	attendees: z.array(attendeeShape).nullish(),
	isOnlineMeeting: z.boolean().nullish(),
	onlineMeeting: z.object({ joinUrl: z.string().nullish() }).nullish(),
	onlineMeetingUrl: z.string().nullish(),
	showAs: z.string().nullish(),
	sensitivity: z.string().nullish(),
	importance: z.string().nullish(),
	categories: z.array(z.string()).nullish(),
	recurrence: recurrenceShape.nullish(),
	type: z.string().nullish(),
	seriesMasterId: z.string().nullish(),
	isCancelled: z.boolean().nullish(),
	isOrganizer: z.boolean().nullish(),
	responseStatus: z.object({ response: z.string().nullish() }).nullish(),
	hasAttachments: z.boolean().nullish(),
});
export type Event = z.output<typeof eventShape>;

/** An event of which the raw form is kept beside what the package uses. */
export const rawEvent = withRaw(eventShape).transform(({ raw, used }) => ({ raw, event: used }));
export type RawEvent = z.output<typeof rawEvent>;

/** How a step puts events out, as the user chose. */
export interface EventOutput {
	simplify: boolean;
	/** IANA name of the zone that times are given in. */
	zone: string;
	body: BodyFormat;
	/** Properties to select, for raw output; all when empty. */
	fields: string[];
	/** In characters; 0 for the whole body. */
	maxBodyLength?: number;
	/** Leaves out what is empty or usual, for a language model. */
	forModel?: boolean;
	/** Leaves out Microsoft's preview, which may hold hidden text. */
	mayReachModel?: boolean;
}

/** How a step puts out the single event that it made or changed; a language model wrote its text, or did not ask for it. */
export function outputOfOne(simplify: boolean, zone: string, forModel: boolean): EventOutput {
	const body = simplify && forModel ? 'none' : 'text';
	return { simplify, zone, body, fields: [], forModel, mayReachModel: forModel };
}

/** The properties of `eventShape` without the body. */
export const WITHOUT_BODY = Object.keys(eventShape.omit({ body: true }).shape);

/** The properties that conditions on an event read. */
const MATCHED = ['subject', 'bodyPreview', 'location', 'organizer', 'attendees'];
/** The properties that steps need themselves, to know when an event is. */
const TIMES = ['start', 'end', 'isAllDay'];
const LOOKED_AT = [...TIMES, ...MATCHED];

/**
 * What to ask Graph for, so that `toEventJson` has what it needs and no more.
 * @param matched Whether conditions are tested, which read properties of their own.
 */
export function eventQuery({ simplify, zone, body, fields }: EventOutput, matched = false) {
	const raw = fields.length > 0 ? ['id', ...TIMES, ...fields, ...(matched ? MATCHED : [])] : [];
	const selected = simplify ? [...WITHOUT_BODY, ...(body === 'none' ? [] : ['body'])] : raw;
	return {
		query: { $select: selected.length > 0 ? [...new Set(selected)].join(',') : undefined },
		// Simplified times are read in UTC: in another zone, the hour that a clock shows twice is ambiguous.
		prefer: [...(simplify ? [] : [zonePreference(zone)]), ...bodyPreference(body)],
	};
}

/**
 * An event as the step puts it out.
 * @param pause Made by `createPauses`, for a long description.
 */
export async function toEventJson(
	{ raw, event }: RawEvent,
	output: EventOutput,
	pause = createPauses(),
): Promise<IDataObject> {
	if (output.simplify) {
		const full = simplifyEvent(event, output, await described(event, output, pause));
		return output.forModel ? leanEvent(full, output.zone) : full;
	}
	const { body, fields } = output;
	const unasked = fields.length > 0 ? LOOKED_AT.filter((name) => !fields.includes(name)) : [];
	const leftOut = body === 'none' ? [...unasked, 'body'] : unasked;
	return Object.fromEntries(Object.entries(raw).filter(([name]) => !leftOut.includes(name)));
}

const attendeeItem = addressItem.extend({
	/** `required`, `optional` or `resource`. */
	type: z.string().optional(),
	/** `accepted`, `declined`, `tentativelyAccepted`, `notResponded`, `organizer` or `none`. */
	response: z.string().optional(),
});

/** What `toEventJson` puts out with Simplify, before the IDs. */
export const eventKeys = {
	subject: z.string(),
	/** With the offset of the zone, or the day of an all-day event. */
	start: z.string().optional(),
	end: z.string().optional(),
	isAllDay: z.literal(true).optional(),
	timeZone: z.string().optional(),
	location: z.string().optional(),
	organizer: addressItem.optional(),
	attendees: z.array(attendeeItem),
	joinUrl: z.string().optional(),
	showAs: z.string().optional(),
	sensitivity: z.string().optional(),
	importance: z.string().optional(),
	labels: z.array(z.string()).optional(),
	type: z.string().optional(),
	recurrence: recurrenceItem.optional(),
	isCancelled: z.literal(true).optional(),
	isOrganizer: z.boolean().optional(),
	response: z.string().optional(),
	hasAttachments: z.literal(true).optional(),
	description: z.string().optional(),
	truncated: z.literal(true).optional(),
	bodyLength: z.number().optional(),
};

export const eventIds = { seriesMasterId: z.string().optional(), id: z.string() };

/** An event as `toEventJson` puts it out with Simplify. */
export const eventItem = z.object({ ...eventKeys, ...eventIds });

/** The flat, small form of an event; what is usual or empty is left out. */
function simplifyEvent(
	event: Event,
	{ zone }: EventOutput,
	{ text, ...marks }: Awaited<ReturnType<typeof described>>,
) {
	return {
		id: event.id,
		subject: event.subject ?? '',
		...shownTimes(event, zone),
		location: event.location?.displayName || undefined,
		organizer: toAddress(event.organizer),
		attendees: (event.attendees ?? []).flatMap((attendee) => toAttendee(attendee) ?? []),
		joinUrl: event.onlineMeeting?.joinUrl ?? event.onlineMeetingUrl ?? undefined,
		showAs: event.showAs ?? undefined,
		sensitivity: unless(event.sensitivity, 'normal'),
		importance: unless(event.importance, 'normal'),
		labels: event.categories?.length ? event.categories : undefined,
		type: unless(event.type, 'singleInstance'),
		seriesMasterId: event.seriesMasterId ?? undefined,
		recurrence: event.recurrence?.pattern ? simplifyRecurrence(event.recurrence) : undefined,
		isCancelled: event.isCancelled || undefined,
		isOrganizer: event.isOrganizer ?? undefined,
		response: unless(event.responseStatus?.response, 'none'),
		hasAttachments: event.hasAttachments || undefined,
		description: text || undefined,
		...marks,
	};
}

/** The times as they are put out. Those of a zone that nobody here knows are left as Graph wrote them, with its name. */
function shownTimes(event: Event, zone: string) {
	const times = eventTimes(event, zone);
	const unreadable = [
		...(times.start === undefined ? [event.start] : []),
		...(times.end === undefined ? [event.end] : []),
	].find((time) => time?.dateTime);
	if (!unreadable) return times;
	return {
		...times,
		start: event.start?.dateTime ?? undefined,
		end: event.end?.dateTime ?? undefined,
		timeZone: unreadable.timeZone ?? '',
	};
}

/**
 * When an event is: moments with the offset of the zone, or days. The end of an all-day event is
 * its last day, while Graph gives the midnight after it.
 */
export function eventTimes(event: Pick<Event, 'start' | 'end' | 'isAllDay'>, zone: string) {
	if (event.isAllDay) {
		// All-day events have days, no moments: converted to another zone, they would become other days.
		const read = (time: Event['start']) => DateTime.fromISO(time?.dateTime ?? '', { zone: 'UTC' });
		return {
			start: read(event.start).toISODate() ?? undefined,
			end: read(event.end).minus({ days: 1 }).toISODate() ?? undefined,
			isAllDay: true,
		};
	}
	const start = fromGraphTime(event.start, zone);
	const end = fromGraphTime(event.end, zone);
	return { start: start && toIso(start), end: end && toIso(end), timeZone: zone };
}

async function described(
	event: Event,
	{ body, maxBodyLength, mayReachModel }: EventOutput,
	pause: () => Promise<void>,
) {
	if (body === 'none') return { text: mayReachModel ? undefined : event.bodyPreview?.trim() };
	const content = await bodyOf(event, body, pause);
	const { body: text, ...marks } = cut(content.trim(), maxBodyLength);
	return { text, ...marks };
}

function toAttendee(attendee: GraphAttendee): z.output<typeof attendeeItem> | undefined {
	const address = toAddress(attendee);
	if (!address) return undefined;
	return {
		...address,
		type: unless(attendee.type, 'required'),
		response: unless(attendee.status?.response, 'none'),
	};
}

function unless(value: string | null | undefined, usual: string): string | undefined {
	return value && value !== usual ? value : undefined;
}

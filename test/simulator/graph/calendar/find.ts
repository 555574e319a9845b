import type { JsonObject } from '../../exchange';
import { type GraphCall, param } from '../call';
import { checkIdShape } from '../mail/find';
import { badRequest, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { renderEvent, type SimEvent } from './event';
import type { SimCalendar } from './store';
import { toIana } from './zones';

/** Properties of an event that requests may name. */
export const EVENT_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.Event',
	properties: new Set([
		'id',
		'createdDateTime',
		'lastModifiedDateTime',
		'changeKey',
		'categories',
		'transactionId',
		'originalStartTimeZone',
		'originalEndTimeZone',
		'iCalUId',
		'reminderMinutesBeforeStart',
		'isReminderOn',
		'hasAttachments',
		'subject',
		'bodyPreview',
		'importance',
		'sensitivity',
		'isAllDay',
		'isCancelled',
		'isOrganizer',
		'responseRequested',
		'seriesMasterId',
		'showAs',
		'type',
		'webLink',
		'onlineMeetingUrl',
		'isOnlineMeeting',
		'onlineMeetingProvider',
		'allowNewTimeProposals',
		'isDraft',
		'hideAttendees',
		'responseStatus',
		'body',
		'start',
		'end',
		'location',
		'locations',
		'recurrence',
		'attendees',
		'organizer',
		'onlineMeeting',
		'attachments',
		'exceptionOccurrences',
	]),
	unfilterable: new Set(['body/content', 'id']),
};

/** The zone that answers are to be in. Throws a 400 for names that Graph does not know. */
export function answerZone(call: GraphCall): string {
	const { timeZone } = call.prefer;
	if (timeZone === undefined) return 'UTC';
	toIana(timeZone);
	const applied = `outlook.timezone="${timeZone}"`;
	if (!call.applied.includes(applied)) call.applied.push(applied);
	return timeZone;
}

/** An event in the form the request wants. */
export function showEvent(call: GraphCall, event: SimEvent): JsonObject {
	const shown = renderEvent(event, {
		kind: call.ids,
		bodyType: call.prefer.bodyType,
		timeZone: answerZone(call),
	});
	if (event.joinUrl === null || call.mailbox.linkLag === 0) return shown;
	call.mailbox.linkLag--;
	return { ...shown, onlineMeeting: null };
}

/** The event that the path names by `:event`. Throws Graph's 400 or 404. */
export function findEvent(call: GraphCall): SimEvent {
	const id = param(call, 'event');
	checkIdShape(id);
	const { calendar } = call.mailbox;
	const event = calendar.find(id);
	if (event === undefined) throw itemNotFound();
	// fact: private-event.
	const isHidden = call.mailbox.rightsOf(call.caller.address)?.hidesPrivate;
	if (isHidden && event.sensitivity === 'private') throw itemNotFound();
	const isLent = calendar.calendar((event.master ?? event).calendarId)?.isLent;
	if (isLent && call.params.calendar === undefined) throw itemNotFound();
	return event;
}

/** The calendar that the path names by `:calendar`, or the default one. */
export function findCalendar(call: GraphCall): SimCalendar {
	const id = call.params.calendar;
	if (id !== undefined) checkIdShape(id);
	const calendar = call.mailbox.calendar.calendar(id);
	if (calendar === undefined) throw itemNotFound();
	return calendar;
}

/**
 * The range of a view. An offset in the value counts, else it is UTC; Prefer does not change it
 * (fact: event-zones).
 */
export function readRange(call: GraphCall): { from: number; to: number } {
	const read = (name: string): number => {
		const text = call.query.get(name);
		// Both are required (fact: calendar-view).
		if (text === null) {
			throw badRequest(
				`This request requires a time window specified by the query string parameters ` +
					`StartDateTime and EndDateTime; ${name} is missing.`,
				'ErrorInvalidParameter',
			);
		}
		const time = Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) || !/T/.test(text) ? text : `${text}Z`);
		if (Number.isNaN(time)) {
			throw badRequest(
				`The value '${text}' of parameter '${name}' is invalid.`,
				'ErrorInvalidParameter',
			);
		}
		return time;
	};
	const [from, to] = [read('startDateTime'), read('endDateTime')];
	if (to <= from) throw badRequest('The range ends before it starts.', 'ErrorInvalidParameter');
	return { from, to };
}

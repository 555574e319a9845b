import { DateTime } from 'luxon';
import type { ApiAnswer } from '../../exchange';
import {
	checkAccess,
	checkMatch,
	type GraphCall,
	type GraphRoutes,
	readAction,
	readBody,
} from '../call';
import { checkText, checkTexts } from '../damagedText';
import { accessDenied, badRequest, GraphProblem, itemNotFound } from '../problem';
import { entityAnswer, listAnswer } from '../query/list';
import { isoSeconds } from '../text';
import type { SimEvent } from './event';
import { EVENT_TYPE, findCalendar, findEvent, readRange, showEvent } from './find';
import { checkEvent, eventFields } from './input';
import { cancelSchema, eventSchema, forwardSchema, responseSchema, snoozeSchema } from './schemas';
import type { CalendarNotice } from './store';
import { toIana, toInstant } from './zones';

/** Longer than the longest pattern of the tests. */
const YEARS_MS = 2 * 366 * 86_400_000;

function isoDay(at: number, zone: string): string {
	return DateTime.fromMillis(at, { zone }).toISODate() ?? '';
}

/** Not documented: those of changed days are taken to be told of their series as well. */
function attendeeAddresses(event: SimEvent): string[] {
	return [event, ...event.exceptions.values()].flatMap(({ attendees }) =>
		attendees.map(({ emailAddress }) => emailAddress.address),
	);
}

/** Invitations, updates and cancellations go out at once; there is no switch (fact: event-invites). */
function notify(
	call: GraphCall,
	kind: CalendarNotice['kind'],
	event: SimEvent,
	comment = '',
	removed: string[] = [],
): void {
	const to = [...new Set([...attendeeAddresses(event), ...removed])];
	if (to.length > 0 && event.isOrganizer) {
		call.mailbox.calendar.notices.push({ kind, eventId: event.id, to, comment });
	}
}

function listEvents(call: GraphCall, events: SimEvent[]): ApiAnswer {
	const damaged = new Set(
		events.filter((event) => event.isDamaged).map((one) => one.idOf(call.ids)),
	);
	const answer = listAnswer(call, {
		items: events.map((event) => showEvent(call, event)),
		type: EVENT_TYPE,
		render: (event) => event,
		// Default page 10 (fact: page-size).
		defaultTop: 10,
		maxTop: 1000,
		refuses: ['$search'],
	});
	return checkTexts(answer, (id) => damaged.has(id));
}

function createEvent(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'readWrite');
	const calendar = findCalendar(call);
	if (calendar.isReadOnly) throw accessDenied();
	const input = readBody(call, eventSchema);
	if (input.start === undefined || input.end === undefined) {
		throw badRequest('At least start and end are required.', 'ErrorPropertyValidationFailure');
	}
	const createdFrom = JSON.stringify({ ...input, transactionId: undefined });
	const { transactionId } = input;
	const known = call.mailbox.calendar.events.find(
		(event) => typeof transactionId === 'string' && event.transactionId === transactionId,
	);
	if (known !== undefined) {
		// The same again makes no second event; for another event the id is refused (fact: transaction-again, fact: transaction-id).
		if (known.createdFrom === createdFrom) {
			return entityAnswer(call, showEvent(call, known), EVENT_TYPE, { status: 201 });
		}
		throw new GraphProblem(
			409,
			'ErrorDuplicateTransactionId',
			'The transaction ID was used for another event already.',
		);
	}
	const fields = eventFields(call, input);
	checkEvent({
		start: 0,
		end: 0,
		startZone: 'UTC',
		endZone: 'UTC',
		isAllDay: false,
		recurrence: null,
		...fields,
	});
	const event = call.mailbox.calendar.add({ ...fields, createdFrom }, calendar.id);
	if (event.joinUrl !== null) call.mailbox.addMeeting({ joinWebUrl: event.joinUrl });
	notify(call, 'invitation', event);
	return entityAnswer(call, showEvent(call, event), EVENT_TYPE, { status: 201 });
}

/** An occurrence stays between the days of the one before it and the one after it (fact: occurrence-crossing). */
function checkPlace(call: GraphCall, { master, day, start }: SimEvent, to: number): void {
	if (master === undefined || day === undefined || to === start) return;
	const dayOf = (at: number) => isoDay(at, toIana(master.startZone));
	const others = call.mailbox.calendar
		.instances(master, 0, Date.parse(day) + YEARS_MS)
		.filter((one) => one.day !== day);
	const before = others.filter((one) => (one.day ?? '') < day).at(-1);
	const after = others.find((one) => (one.day ?? '') > day);
	const crosses =
		(before !== undefined && dayOf(to) <= dayOf(before.start)) ||
		(after !== undefined && dayOf(to) >= dayOf(after.start));
	if (crosses) {
		throw badRequest(
			'Modified occurrence is crossing or overlapping adjacent occurrence.',
			'ErrorOccurrenceCrossingBoundary',
		);
	}
}

function patchEvent(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'readWrite');
	const event = findEvent(call);
	checkMatch(call, `W/"${event.changeKey}"`);
	const input = readBody(call, eventSchema);
	// Fixed after creation (fact: transaction-id).
	if (input.transactionId !== undefined && input.transactionId !== event.transactionId) {
		throw badRequest(
			'Set action is invalid for property: transactionId.',
			'ErrorInvalidPropertySet',
		);
	}
	const fields = eventFields(call, input);
	const { start, end, startZone, endZone, isAllDay, recurrence } = event;
	const changesZone = toIana(fields.startZone ?? startZone) !== toIana(startZone);
	// A series takes another zone only together with its recurrence (fact: series-zone).
	if (recurrence !== null && changesZone && input.recurrence === undefined) {
		throw badRequest('At least one property failed validation.', 'ErrorPropertyValidationFailure');
	}
	checkEvent({ start, end, startZone, endZone, isAllDay, recurrence, ...fields });
	checkPlace(call, event, fields.start ?? start);
	const before = attendeeAddresses(event);
	// A text without the way to join switches the meeting off (fact: meeting-blob).
	const joins = fields.body === undefined || fields.body.content.includes(event.joinUrl ?? '');
	const shape = () => JSON.stringify([event.start, event.end, event.startZone, event.recurrence]);
	const old = shape();
	call.mailbox.calendar.edit(event, { ...(joins ? {} : { joinUrl: null }), ...fields });
	if (shape() !== old) call.mailbox.calendar.restore(event);
	// PATCH of a meeting also notifies the attendees (fact: event-invites), those too who are taken out.
	notify(call, 'update', event, '', before);
	return entityAnswer(call, showEvent(call, event), EVENT_TYPE);
}

function cancelEvent(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'readWrite');
	const event = findEvent(call);
	const { comment } = readAction(call, cancelSchema);
	// The organiser only (fact: cancel-event).
	if (!event.isOrganizer) {
		throw badRequest('You need to be an organizer to cancel a meeting.', 'ErrorInvalidRequest');
	}
	notify(call, 'cancellation', event, comment ?? '');
	call.mailbox.calendar.remove(event);
	return { status: 202 };
}

function forwardEvent(call: GraphCall): ApiAnswer {
	// Reading is enough (fact: event-forward).
	checkAccess(call, 'calendar', 'read');
	const event = findEvent(call);
	const { toRecipients, comment } = readAction(call, forwardSchema);
	const { notices } = call.mailbox.calendar;
	// Where it is ruled out, nothing is said of it (fact: event-forward-ruled-out).
	if (!event.allowsForwarding) return { status: 202 };
	const to = toRecipients.map(({ emailAddress }) => emailAddress.address ?? '');
	notices.push({ kind: 'forward', eventId: event.id, to, comment: comment ?? '' });
	if (!event.isOrganizer) {
		const organizer = [event.organizer.emailAddress.address];
		notices.push({ kind: 'forwarded', eventId: event.id, to: organizer, comment: '' });
	}
	return { status: 202 };
}

/** What is done with a reminder: 200 without a body (fact: reminder-actions). */
function remind(reminderOf: (call: GraphCall) => SimEvent['reminder']) {
	return (call: GraphCall): ApiAnswer => {
		checkAccess(call, 'calendar', 'readWrite');
		findEvent(call).reminder = reminderOf(call);
		return { status: 200 };
	};
}

function respond(response: 'accepted' | 'declined' | 'tentativelyAccepted') {
	return (call: GraphCall): ApiAnswer => {
		checkAccess(call, 'calendar', 'readWrite');
		const event = findEvent(call);
		const input = readAction(call, responseSchema);
		if (event.isOrganizer) {
			throw badRequest(
				"Your request can't be completed. You can't respond to this meeting because you're " +
					'the meeting organizer.',
				'ErrorInvalidRequest',
			);
		}
		if (input.sendResponse === false && typeof input.comment === 'string') {
			throw badRequest(
				"'SendResponse' must be true when 'Comment' is not null.",
				'ErrorInvalidParameter',
			);
		}
		// Nor one that was called off (fact: answer-cancelled).
		if (event.isCancelled) {
			throw badRequest(
				"Your request can't be completed. The meeting has been canceled.",
				'ErrorInvalidRequest',
			);
		}
		// Nor where the organiser asked for no answers (fact: answer-unasked).
		if (input.sendResponse !== false && !event.responseRequested) {
			throw badRequest(
				"Your request can't be completed. The meeting organizer hasn't requested a response.",
				'ErrorInvalidRequest',
			);
		}
		const proposes = input.proposedNewTime !== undefined && input.proposedNewTime !== null;
		// Only with an answer that is sent, and where the organiser allows it (fact: answer-event).
		const mayPropose = input.sendResponse !== false && event.allowNewTimeProposals;
		if (proposes && (response === 'accepted' || !mayPropose)) {
			throw badRequest('A new time cannot be proposed here.', 'ErrorInvalidRequest');
		}
		event.response = response;
		event.touch(isoSeconds(call.now));
		if (input.sendResponse !== false) {
			const to = [event.organizer.emailAddress.address];
			const comment = input.comment ?? '';
			call.mailbox.calendar.notices.push({ kind: response, eventId: event.id, to, comment });
		}
		if (response === 'declined') call.mailbox.calendar.remove(event);
		else event.showAs = response === 'accepted' ? 'busy' : 'tentative';
		return { status: 202 };
	};
}

function viewEvents(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const { from, to } = readRange(call);
	const select = call.query.get('$select') ?? '';
	// These two cannot be selected in a view (fact: calendar-view).
	if (/\b(createdDateTime|lastModifiedDateTime)\b/.test(select)) {
		throw badRequest('createdDateTime and lastModifiedDateTime cannot be selected here.');
	}
	return listEvents(call, call.mailbox.calendar.view(from, to, findCalendar(call).id));
}

function listCalendarEvents(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const { id } = findCalendar(call);
	return listEvents(
		call,
		call.mailbox.calendar.events.filter((event) => event.calendarId === id),
	);
}

function getEvent(call: GraphCall): ApiAnswer {
	checkAccess(call, 'calendar', 'read');
	const event = findEvent(call);
	// Only of a master, only when it is expanded, and not in each cloud (fact: changed-occurrences).
	const expanded = call.query.get('$expand') === 'exceptionOccurrences';
	if (expanded && call.world.readings.is({ fact: 'changed-occurrences', as: 'refused' })) {
		throw badRequest(
			"Parsing OData Select and Expand failed: Could not find a property named 'exceptionOccurrences' " +
				"on type 'microsoft.graph.event'.",
		);
	}
	const changed = [...event.exceptions.values()].map((one) => showEvent(call, one));
	const more = expanded ? { exceptionOccurrences: changed } : {};
	const answer = entityAnswer(call, { ...showEvent(call, event), ...more }, EVENT_TYPE);
	return checkText(answer, event.isDamaged);
}

/** Handlers for events. fact: event-invites, fact: event-gone, fact: attendee-copy. */
export const eventRoutes: GraphRoutes = {
	'GET /events': listCalendarEvents,
	'POST /events': createEvent,
	'GET /calendar/events': listCalendarEvents,
	'POST /calendar/events': createEvent,
	'GET /calendars/:calendar/events': listCalendarEvents,
	'POST /calendars/:calendar/events': createEvent,
	'GET /calendarView': viewEvents,
	'GET /calendar/calendarView': viewEvents,
	'GET /calendars/:calendar/calendarView': viewEvents,
	'GET /events/:event': getEvent,
	'GET /calendars/:calendar/events/:event': getEvent,
	'PATCH /events/:event': patchEvent,
	'PATCH /calendars/:calendar/events/:event': patchEvent,
	'DELETE /events/:event': (call) => {
		checkAccess(call, 'calendar', 'readWrite');
		const event = findEvent(call);
		// On the organiser's meeting this cancels as well, without text (fact: cancel-event).
		notify(call, 'cancellation', event);
		call.mailbox.calendar.remove(event);
		return { status: 204 };
	},
	'POST /events/:event/cancel': cancelEvent,
	'POST /events/:event/accept': respond('accepted'),
	'POST /events/:event/decline': respond('declined'),
	'POST /events/:event/tentativelyAccept': respond('tentativelyAccepted'),
	'POST /events/:event/forward': forwardEvent,
	'POST /events/:event/dismissReminder': remind(() => 'dismissed'),
	'POST /events/:event/snoozeReminder': remind((call) =>
		toInstant(readAction(call, snoozeSchema).newReminderTime),
	),
	'GET /events/:event/instances': (call) => {
		checkAccess(call, 'calendar', 'read');
		const { from, to } = readRange(call);
		const event = findEvent(call);
		if (event.type !== 'seriesMaster') throw itemNotFound();
		return listEvents(call, call.mailbox.calendar.instances(event, from, to));
	},
};

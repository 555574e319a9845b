import { DateTime } from 'luxon';
import { attachmentSeed } from '../attachment';
import type { GraphCall } from '../call';
import { createGuid } from '../ids';
import { badRequest } from '../problem';
import type { SimEvent } from './event';
import { checkOverlap, checkRecurrence } from './recurrence';
import type { EventInput } from './schemas';
import { toIana, toInstant } from './zones';

type Fields = Partial<SimEvent>;

const PLAIN = [
	'isAllDay',
	'recurrence',
	'reminderMinutesBeforeStart',
	'isReminderOn',
	'showAs',
	'sensitivity',
	'importance',
	'categories',
	'allowNewTimeProposals',
	'hideAttendees',
	'responseRequested',
] as const;

function readTimes(input: EventInput): Fields {
	const fields: Fields = {};
	if (input.start !== undefined) {
		fields.start = toInstant(input.start);
		fields.startZone = input.start.timeZone ?? 'UTC';
	}
	if (input.end !== undefined) {
		fields.end = toInstant(input.end);
		fields.endZone = input.end.timeZone ?? 'UTC';
	}
	return fields;
}

function readMeeting(call: GraphCall, input: EventInput): Fields {
	if (input.isOnlineMeeting === undefined) return {};
	const { hasMeetings, personal } = call.mailbox;
	// A personal calendar offers no provider, and gets a link alone where none is named (fact: online-personal).
	const isRefused = personal && input.onlineMeetingProvider !== undefined;
	if (!input.isOnlineMeeting || !hasMeetings || isRefused) {
		return { joinUrl: null, onlineMeetingProvider: 'unknown' };
	}
	const meeting = createGuid(call.mailbox.nextKey('meeting'));
	const place = personal ? 'teams.live.com/meet' : 'teams.microsoft.com/l/meetup-join';
	return {
		joinUrl: `https://${place}/${meeting}`,
		onlineMeetingProvider: input.onlineMeetingProvider ?? 'teamsForBusiness',
	};
}

/** What a client sent, as stored properties. Throws a 400 for unknown zones. */
export function eventFields(call: GraphCall, input: EventInput): Fields {
	const fields: Fields = { ...readTimes(input), ...readMeeting(call, input) };
	for (const name of PLAIN) {
		if (input[name] !== undefined) Object.assign(fields, { [name]: input[name] });
	}
	if (input.subject !== undefined) fields.subject = input.subject ?? '';
	if (input.body !== undefined) {
		fields.body = { contentType: input.body.contentType, content: input.body.content ?? '' };
	}
	const location = input.location ?? input.locations?.[0];
	if (location !== undefined) {
		fields.location = { ...location, displayName: location.displayName ?? '' };
	}
	if (input.transactionId !== undefined) fields.transactionId = input.transactionId;
	if (input.attendees !== undefined) {
		fields.attendees = input.attendees.map(({ emailAddress, type }) => ({
			emailAddress: {
				name: emailAddress.name ?? emailAddress.address ?? '',
				address: emailAddress.address ?? '',
			},
			type,
			status: { response: 'none', time: '0001-01-01T00:00:00Z' },
		}));
	}
	if (input.attachments !== undefined) {
		fields.attachments = call.mailbox.createAttachments(input.attachments.map(attachmentSeed));
	}
	return fields;
}

/** Refuses times that do not go together. */
export function checkEvent(event: {
	start: number;
	end: number;
	startZone: string;
	endZone: string;
	isAllDay: boolean;
	recurrence: SimEvent['recurrence'];
}): void {
	if (event.end < event.start) {
		throw badRequest(
			'The end date is earlier than the start date.',
			'ErrorCalendarEndDateIsEarlierThanStartDate',
		);
	}
	if (event.isAllDay) {
		const isMidnight = (instant: number, zone: string): boolean => {
			const time = DateTime.fromMillis(instant, { zone: toIana(zone) });
			return time.toMillis() === time.startOf('day').toMillis();
		};
		const whole = isMidnight(event.start, event.startZone) && isMidnight(event.end, event.endZone);
		if (!whole || event.end === event.start || event.startZone !== event.endZone) {
			throw badRequest(
				'An all-day event starts and ends at midnight of the same zone and lasts a day or more.',
				'ErrorPropertyValidationFailure',
			);
		}
	}
	if (event.recurrence === null) return;
	checkRecurrence(event.recurrence, event.start, event.startZone);
	checkOverlap(event.recurrence, event.start, event.end, event.startZone);
}

import { Duration } from 'luxon';
import type { ApiAnswer, JsonObject } from '../../exchange';
import { checkAccess, type GraphCall, type GraphRoutes, hasScope, readAction } from '../call';
import type { Mailbox } from '../mailbox';
import { accessDenied, badRequest } from '../problem';
import type { ShowAs, SimEvent } from './event';
import { answerZone } from './find';
import { meetingTimesSchema, scheduleSchema } from './schemas';
import { toDateTimeZone, toInstant } from './zones';

// fact: schedule-limits: up to 20 entities, less than 62 days, slots of 5 to 1440 minutes, default 30.
const MAXIMUM_SCHEDULES = 20;
const MAXIMUM_DAYS = 62;
const SLOT_MINUTES = { default: 30, minimum: 5, maximum: 1440 };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Digits of the availability view, one per slot (fact: availability-digits). */
const DIGITS: Record<ShowAs, number> = {
	free: 0,
	unknown: 0,
	tentative: 1,
	busy: 2,
	oof: 3,
	workingElsewhere: 4,
};

const WORKING_HOURS = {
	daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
	startTime: '08:00:00.0000000',
	endTime: '17:00:00.0000000',
	timeZone: { name: 'UTC' },
};

function checkWorkAccount(call: GraphCall): void {
	// Not for personal accounts (fact: schedule-personal).
	if (call.mailbox.personal) throw accessDenied();
}

/** Subject and place show only where the owner's sharing lets them, and never private ones. */
function showItem(call: GraphCall, owner: Mailbox, event: SimEvent, timeZone: string): JsonObject {
	const mayRead =
		owner === call.caller || owner.rightsOf(call.caller.address)?.calendar !== undefined;
	const isPrivate = event.sensitivity === 'private' || event.sensitivity === 'confidential';
	return {
		isPrivate,
		status: event.showAs,
		...(mayRead && !isPrivate
			? { subject: event.subject, location: event.location.displayName }
			: {}),
		start: toDateTimeZone(event.start, timeZone),
		end: toDateTimeZone(event.end, timeZone),
	};
}

interface Range {
	from: number;
	to: number;
	slotMs: number;
}

function readSchedule(
	call: GraphCall,
	address: string,
	{ from, to, slotMs }: Range,
	timeZone: string,
): JsonObject {
	const owner = call.world.find(address);
	if (owner === undefined) {
		// An unknown address is one entry with an error, not a failed call (fact: schedule-unknown).
		const message = 'The mailbox was not found.';
		const error = { message, responseCode: 'ErrorMailRecipientNotFound' };
		return { scheduleId: address, error };
	}
	const events = owner.calendar.view(from, to);
	const slots = Array.from({ length: Math.ceil((to - from) / slotMs) }, (_, index) => {
		const start = from + index * slotMs;
		const busy = events.filter((event) => event.start < start + slotMs && event.end > start);
		return Math.max(0, ...busy.map((event) => DIGITS[event.showAs]));
	});
	return {
		scheduleId: address,
		availabilityView: slots.join(''),
		scheduleItems: events.map((event) => showItem(call, owner, event, timeZone)),
		workingHours: WORKING_HOURS,
	};
}

function getSchedule(call: GraphCall): ApiAnswer {
	checkWorkAccount(call);
	if (!hasScope(call, 'Calendars.ReadBasic')) checkAccess(call, 'calendar', 'read');
	const input = readAction(call, scheduleSchema);
	const minutes = input.availabilityViewInterval ?? SLOT_MINUTES.default;
	const [from, to] = [toInstant(input.startTime), toInstant(input.endTime)];
	const refused =
		input.schedules.length > MAXIMUM_SCHEDULES ||
		minutes < SLOT_MINUTES.minimum ||
		minutes > SLOT_MINUTES.maximum ||
		to <= from ||
		to - from >= MAXIMUM_DAYS * DAY_MS;
	if (refused) {
		throw badRequest(
			'At most 20 schedules, less than 62 days, and intervals of 5 to 1440 minutes.',
			'ErrorInvalidParameter',
		);
	}
	const timeZone = answerZone(call);
	const range = { from, to, slotMs: minutes * MINUTE_MS };
	return {
		status: 200,
		body: {
			'@odata.context': `${call.root}/$metadata#Collection(microsoft.graph.scheduleInformation)`,
			value: input.schedules.map((address) => readSchedule(call, address, range, timeZone)),
		},
	};
}

/** Monday to Friday, 8 to 17 in UTC: what the simulated mailboxes call working hours. */
function isWorkTime(start: number, end: number): boolean {
	const from = new Date(start);
	const to = new Date(end);
	const weekday = from.getUTCDay();
	const sameDay = from.toISOString().slice(0, 10) === to.toISOString().slice(0, 10);
	const endHour = to.getUTCHours() + to.getUTCMinutes() / 60;
	return weekday >= 1 && weekday <= 5 && sameDay && from.getUTCHours() >= 8 && endHour <= 17;
}

function findMeetingTimes(call: GraphCall): ApiAnswer {
	// Application: not supported, https://learn.microsoft.com/graph/api/user-findmeetingtimes (permissions).
	if (call.application) throw accessDenied();
	checkWorkAccount(call);
	checkAccess(call, 'calendar', 'read');
	const input = readAction(call, meetingTimesSchema);
	const duration = Duration.fromISO(input.meetingDuration ?? 'PT30M').toMillis();
	if (!(duration > 0)) throw badRequest('meetingDuration is no duration.', 'ErrorInvalidParameter');
	const people = (input.attendees ?? []).map(({ emailAddress }) => emailAddress.address ?? '');
	const least = input.minimumAttendeePercentage ?? 50;
	const slots = input.timeConstraint?.timeSlots ?? [];
	const ranges =
		slots.length > 0
			? slots.map((slot) => ({ from: toInstant(slot.start), to: toInstant(slot.end) }))
			: [{ from: call.now, to: call.now + 7 * DAY_MS }];
	const workOnly = (input.timeConstraint?.activityDomain ?? 'work') === 'work';
	const timeZone = answerZone(call);
	const step = SLOT_MINUTES.default * MINUTE_MS;
	const isFree = (mailbox: Mailbox, start: number) =>
		mailbox.calendar.view(start, start + duration).every((event) => DIGITS[event.showAs] === 0);
	// The chance in percent that the attendees come, those too who are optional (fact: optional-counts).
	const confidenceAt = (start: number): number => {
		if (people.length === 0) return 100;
		const chances = people.map((address): number => {
			const mailbox = call.world.find(address);
			return mailbox ? (isFree(mailbox, start) ? 100 : 0) : 49;
		});
		return chances.reduce((sum, chance) => sum + chance, 0) / people.length;
	};
	const found: number[] = [];
	for (const { from, to } of ranges) {
		for (let start = from; start + duration <= to; start += step) {
			const isGood =
				(input.isOrganizerOptional === true || isFree(call.mailbox, start)) &&
				confidenceAt(start) >= least;
			if (isGood && (!workOnly || isWorkTime(start, start + duration))) found.push(start);
		}
	}
	return {
		status: 200,
		body: {
			'@odata.context': `${call.root}/$metadata#microsoft.graph.meetingTimeSuggestionsResult`,
			emptySuggestionsReason: found.length === 0 ? 'AttendeesUnavailable' : '',
			meetingTimeSuggestions: found.slice(0, input.maxCandidates ?? 20).map((start, index) => ({
				confidence: confidenceAt(start),
				order: index + 1,
				organizerAvailability: 'free',
				suggestionReason: 'Suggested because it is one of the nearest times.',
				meetingTimeSlot: {
					start: toDateTimeZone(start, timeZone),
					end: toDateTimeZone(start + duration, timeZone),
				},
				attendeeAvailability: people.map((address) => ({
					availability: 'free',
					attendee: { emailAddress: { address } },
				})),
				locations: [],
			})),
		},
	};
}

/** Handlers for free and busy times. fact: schedule-limits, fact: application-refused. */
export const scheduleRoutes: GraphRoutes = {
	'POST /calendar/getSchedule': getSchedule,
	'POST /findMeetingTimes': findMeetingTimes,
};

import { z } from 'zod';
import { ProviderFailure, recover } from '../../shared/failures';
import type { Recipient } from '../email/messageForm';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { fromGraphTime, graphTimeShape, toGraphTime, toIso, zonePreference } from '../graph/zones';
import type { Span } from './calendarView';
import type { AttendeeType } from './eventForm';
import { toStatus } from './slots';

export interface MeetingTimesQuestion {
	attendees: Recipient[];
	optionalAttendees: Recipient[];
	/** Length of the meeting. */
	minutes: number;
	span: Span;
	/** IANA name. */
	zone: string;
	/** `work`, `personal` or `unrestricted`. */
	activity?: string;
	maxSuggestions?: number;
	/** In percent. */
	minimumAttendance?: number;
	organizerOptional?: boolean;
	/** Address of a room that has to be free. */
	room?: string;
}

/** https://learn.microsoft.com/graph/api/user-findmeetingtimes, permissions */
const PERMISSION_HINT =
	'Finding meeting times needs a work account and the permission set "Mail, Calendar and Contacts + Shared Mailboxes". Check Availability works without it.';

/** https://learn.microsoft.com/graph/api/resources/meetingtimesuggestionsresult */
const suggestionsShape = z.object({
	emptySuggestionsReason: z.string().nullish(),
	meetingTimeSuggestions: z
		.array(
			z.object({
				confidence: z.number().nullish(),
				organizerAvailability: z.string().nullish(),
				suggestionReason: z.string().nullish(),
				meetingTimeSlot: z
					.object({ start: graphTimeShape.nullish(), end: graphTimeShape.nullish() })
					.nullish(),
				attendeeAvailability: z
					.array(
						z.object({
							availability: z.string().nullish(),
							attendee: z
								.object({
									emailAddress: z.object({ address: z.string().nullish() }).nullish(),
								})
								.nullish(),
						}),
					)
					.nullish(),
			}),
		)
		.nullish(),
});
type Suggestion = NonNullable<z.output<typeof suggestionsShape>['meetingTimeSuggestions']>[number];

/**
 * Times that suit the organizer and the attendees, best first; without any, the reason.
 * @see https://learn.microsoft.com/graph/api/user-findmeetingtimes
 */
export async function findMeetingTimes(graph: GraphClient, question: MeetingTimesQuestion) {
	const { span, zone, minutes } = question;
	const body = {
		attendees: [
			...toAttendees(question.attendees, 'required'),
			...toAttendees(question.optionalAttendees, 'optional'),
			...toAttendees(
				question.room === undefined ? [] : [{ emailAddress: { address: question.room } }],
				'resource',
			),
		],
		meetingDuration: `PT${minutes}M`,
		timeConstraint: {
			activityDomain: question.activity ?? 'work',
			timeSlots: [
				{ start: toGraphTime(span.start, 'Etc/UTC'), end: toGraphTime(span.end, 'Etc/UTC') },
			],
		},
		returnSuggestionReasons: true,
		isOrganizerOptional: question.organizerOptional ?? false,
		...(question.maxSuggestions !== undefined && { maxCandidates: question.maxSuggestions }),
		...(question.minimumAttendance !== undefined && {
			minimumAttendeePercentage: question.minimumAttendance,
		}),
	};
	const options = { prefer: [zonePreference(zone)], repeatable: true };
	const found = await graph
		.post(mailPath`/findMeetingTimes`, body, suggestionsShape, options)
		.catch(
			recover(
				({ kind }) => kind === 'forbidden',
				({ kind, message, details }) => {
					throw new ProviderFailure(kind, message, { ...details, hint: PERMISSION_HINT });
				},
			),
		);
	const suggestions = (found.meetingTimeSuggestions ?? []).flatMap(
		(suggestion) => toSuggestionJson(suggestion, zone) ?? [],
	);
	return {
		timeZone: zone,
		suggestions,
		...(suggestions.length === 0 && { reason: found.emptySuggestionsReason || 'unknown' }),
	};
}

function toSuggestionJson(suggestion: Suggestion, zone: string) {
	const start = fromGraphTime(suggestion.meetingTimeSlot?.start, zone);
	const end = fromGraphTime(suggestion.meetingTimeSlot?.end, zone);
	if (!start || !end) return undefined;
	return {
		start: toIso(start),
		end: toIso(end),
		/** In percent. */
		confidence: suggestion.confidence ?? undefined,
		organizer: toStatus(suggestion.organizerAvailability),
		attendees: (suggestion.attendeeAvailability ?? []).map(({ attendee, availability }) => ({
			address: attendee?.emailAddress?.address ?? '',
			availability: toStatus(availability),
		})),
		reason: suggestion.suggestionReason || undefined,
	};
}

function toAttendees(people: Recipient[], type: AttendeeType) {
	return people.map(({ emailAddress }) => ({ type, emailAddress }));
}

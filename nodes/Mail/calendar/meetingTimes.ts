import { z } from 'zod';
import { fromGraphTime, graphTimeShape, toIso } from '../graph/zones';
import { attendeeShape } from './event';
import { blockStatus, toStatus } from './slots';

/** https://learn.microsoft.com/graph/api/resources/meetingtimesuggestionsresult */
export const meetingTimesShape = z.object({
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
							attendee: attendeeShape.nullish(),
						}),
					)
					.nullish(),
			}),
		)
		.nullish(),
});
type Suggestion = NonNullable<z.output<typeof meetingTimesShape>['meetingTimeSuggestions']>[number];

export const meetingTimesItem = z.object({
	timeZone: z.string(),
	suggestions: z.array(
		z.object({
			start: z.string(),
			end: z.string(),
			/** In percent. */
			confidence: z.number().optional(),
			organizer: blockStatus,
			attendees: z.array(z.object({ address: z.string(), availability: blockStatus })),
			reason: z.string().optional(),
		}),
	),
	reason: z.string().optional(),
});

/** The suggestions, best first, with times in the zone. Where there are none, the reason. */
export function toMeetingTimesJson(found: z.output<typeof meetingTimesShape>, zone: string) {
	const suggestions = (found.meetingTimeSuggestions ?? []).flatMap(
		(suggestion) => toSuggestionJson(suggestion, zone) ?? [],
	);
	return {
		timeZone: zone,
		suggestions,
		...(suggestions.length === 0 && { reason: toReason(found.emptySuggestionsReason) }),
	};
}

/** One of Graph's reasons in one spelling: Graph begins it with a small letter or a capital. */
function toReason(reason: string | null | undefined): string {
	return reason ? `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : 'unknown';
}

/** A suggestion; undefined where its time cannot be read. */
function toSuggestionJson(suggestion: Suggestion, zone: string) {
	const start = fromGraphTime(suggestion.meetingTimeSlot?.start, zone);
	const end = fromGraphTime(suggestion.meetingTimeSlot?.end, zone);
	if (!start || !end) return undefined;
	return {
		start: toIso(start),
		end: toIso(end),
		confidence: suggestion.confidence ?? undefined,
		organizer: toStatus(suggestion.organizerAvailability),
		attendees: (suggestion.attendeeAvailability ?? []).map(({ attendee, availability }) => ({
			address: attendee?.emailAddress?.address ?? '',
			availability: toStatus(availability),
		})),
		reason: suggestion.suggestionReason || undefined,
	};
}

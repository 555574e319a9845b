import { z } from 'zod';
import {
	attachmentSchema,
	bodySchema,
	caseless,
	dateTimeZoneSchema,
	emailAddressSchema,
	importanceSchema,
	recipientSchema,
} from '../schemas';

const odataType = { '@odata.type': z.string().optional() };
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const weekdaySchema = caseless([
	'sunday',
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
]);

export const recurrenceSchema = z
	.object({
		pattern: z
			.object({
				type: caseless([
					'daily',
					'weekly',
					'absoluteMonthly',
					'relativeMonthly',
					'absoluteYearly',
					'relativeYearly',
				]),
				interval: z.number().int().min(1),
				month: z.number().int().min(0).max(12).optional(),
				dayOfMonth: z.number().int().min(0).max(31).optional(),
				daysOfWeek: z.array(weekdaySchema).optional(),
				firstDayOfWeek: weekdaySchema.optional(),
				index: caseless(['first', 'second', 'third', 'fourth', 'last']).optional(),
				...odataType,
			})
			.strict(),
		range: z
			.object({
				type: caseless(['endDate', 'noEnd', 'numbered']),
				startDate: daySchema,
				endDate: daySchema.nullish(),
				numberOfOccurrences: z.number().int().nullish(),
				recurrenceTimeZone: z.string().nullish(),
				...odataType,
			})
			.strict(),
		...odataType,
	})
	.strict();

export type Recurrence = z.infer<typeof recurrenceSchema>;

export const attendeeSchema = z
	.object({
		emailAddress: emailAddressSchema,
		type: caseless(['required', 'optional', 'resource']).default('required'),
		status: z.object({}).passthrough().nullish(),
		proposedNewTime: z.object({}).passthrough().nullish(),
		...odataType,
	})
	.strict();

export const locationSchema = z
	.object({ displayName: z.string().nullish(), ...odataType })
	.passthrough();

/** What a client may set on an event (fact: event-invites). */
export const eventSchema = z
	.object({
		subject: z.string().nullable(),
		body: bodySchema,
		start: dateTimeZoneSchema,
		end: dateTimeZoneSchema,
		location: locationSchema,
		locations: z.array(locationSchema),
		// Max 500 attendees (fact: event-invites).
		attendees: z.array(attendeeSchema).max(500),
		isAllDay: z.boolean(),
		isOnlineMeeting: z.boolean(),
		onlineMeetingProvider: caseless([
			'unknown',
			'teamsForBusiness',
			'skypeForBusiness',
			'skypeForConsumer',
		]),
		recurrence: recurrenceSchema.nullable(),
		reminderMinutesBeforeStart: z.number().int(),
		isReminderOn: z.boolean(),
		showAs: caseless(['free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown']),
		sensitivity: caseless(['normal', 'personal', 'private', 'confidential']),
		importance: importanceSchema,
		categories: z.array(z.string()),
		transactionId: z.string().nullable(),
		allowNewTimeProposals: z.boolean(),
		hideAttendees: z.boolean(),
		responseRequested: z.boolean(),
		organizer: recipientSchema,
		attachments: z.array(attachmentSchema),
		...odataType,
	})
	.partial()
	.strict();

export type EventInput = z.infer<typeof eventSchema>;

const timeSlotSchema = z
	.object({ start: dateTimeZoneSchema, end: dateTimeZoneSchema, ...odataType })
	.strict();

export const responseSchema = z
	.object({
		comment: z.string().nullish(),
		sendResponse: z.boolean().nullish(),
		proposedNewTime: timeSlotSchema.nullish(),
	})
	.strict();

export const cancelSchema = z.object({ comment: z.string().nullish() }).strict();

export const forwardSchema = z
	.object({ toRecipients: z.array(recipientSchema).min(1), comment: z.string().nullish() })
	.strict();

export const snoozeSchema = z.object({ newReminderTime: dateTimeZoneSchema }).strict();

export const scheduleSchema = z
	.object({
		schedules: z.array(z.string()).min(1),
		startTime: dateTimeZoneSchema,
		endTime: dateTimeZoneSchema,
		availabilityViewInterval: z.number().int().nullish(),
	})
	.strict();

export const meetingTimesSchema = z
	.object({
		attendees: z.array(z.object({ emailAddress: emailAddressSchema }).passthrough()).nullish(),
		timeConstraint: z
			.object({
				activityDomain: caseless(['work', 'personal', 'unrestricted', 'unknown']).nullish(),
				timeSlots: z.array(timeSlotSchema).optional(),
				...odataType,
			})
			.strict()
			.nullish(),
		locationConstraint: z.object({}).passthrough().nullish(),
		meetingDuration: z.string().nullish(),
		maxCandidates: z.number().int().min(1).nullish(),
		isOrganizerOptional: z.boolean().nullish(),
		returnSuggestionReasons: z.boolean().nullish(),
		minimumAttendeePercentage: z.number().nullish(),
	})
	.strict();

import type { DateTimeZone } from './calendar/zones';

/** https://learn.microsoft.com/graph/api/resources/automaticrepliessetting */
export interface AutomaticReplies {
	status: 'disabled' | 'alwaysEnabled' | 'scheduled';
	externalAudience: 'none' | 'contactsOnly' | 'all';
	internalReplyMessage: string;
	externalReplyMessage: string;
	scheduledStartDateTime: DateTimeZone;
	scheduledEndDateTime: DateTimeZone;
}

/** The part of a mailbox's settings that is simulated; Graph's names. */
export interface MailboxSettings {
	timeZone: string;
	dateFormat: string;
	timeFormat: string;
	userPurpose: string;
	delegateMeetingMessageDeliveryOptions: string;
	language: { locale: string; displayName: string };
	workingHours: {
		daysOfWeek: string[];
		startTime: string;
		endTime: string;
		timeZone: { name: string };
	};
	automaticRepliesSetting: AutomaticReplies;
}

/** Settings of a new mailbox; old times and texts are there while replies are off, as recorded ones have them. */
export function createSettings(): MailboxSettings {
	return {
		timeZone: 'UTC',
		dateFormat: 'yyyy-MM-dd',
		timeFormat: 'HH:mm',
		userPurpose: 'user',
		delegateMeetingMessageDeliveryOptions: 'sendToDelegateOnly',
		language: { locale: 'en-US', displayName: 'English (United States)' },
		workingHours: {
			daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
			startTime: '08:00:00.0000000',
			endTime: '17:00:00.0000000',
			timeZone: { name: 'W. Europe Standard Time' },
		},
		automaticRepliesSetting: {
			status: 'disabled',
			externalAudience: 'all',
			internalReplyMessage: '',
			externalReplyMessage: '',
			scheduledStartDateTime: { dateTime: '2020-01-23T16:00:00.0000000', timeZone: 'UTC' },
			scheduledEndDateTime: { dateTime: '2020-01-24T16:00:00.0000000', timeZone: 'UTC' },
		},
	};
}

import type { ItemBody } from '../email/messageProperties';
import type { GraphTime } from '../graph/zones';
import type { Attendee } from './attendees';
import type { Recurrence } from './eventRecurrence';

/** The properties of an event that are written: https://learn.microsoft.com/graph/api/resources/event */
export interface EventProperties {
	subject?: string;
	body?: ItemBody;
	location?: { displayName: string };
	start?: GraphTime;
	end?: GraphTime;
	isAllDay?: boolean;
	recurrence?: Recurrence;
	attendees?: Attendee[];
	isOnlineMeeting?: boolean;
	onlineMeetingProvider?: string;
	isReminderOn?: boolean;
	reminderMinutesBeforeStart?: number;
	showAs?: 'free' | 'tentative' | 'busy' | 'oof' | 'workingElsewhere';
	sensitivity?: 'normal' | 'personal' | 'private' | 'confidential';
	importance?: 'low' | 'normal' | 'high';
	categories?: string[];
	allowNewTimeProposals?: boolean;
	hideAttendees?: boolean;
	responseRequested?: boolean;
	/** Only when the event is made. */
	transactionId?: string;
}

/** The properties without those that are not given. */
export function onlyGiven(properties: EventProperties): EventProperties {
	return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

/** The change that takes away the text, the labels or the place of an event. */
export function emptyEvent(names: Array<'body' | 'labels' | 'location'>): EventProperties {
	return onlyGiven({
		body: names.includes('body') ? { contentType: 'text', content: '' } : undefined,
		categories: names.includes('labels') ? [] : undefined,
		location: names.includes('location') ? { displayName: '' } : undefined,
	});
}

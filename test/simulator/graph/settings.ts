/** The part of a mailbox's settings that is simulated; Graph's names. */
export interface MailboxSettings {
	timeZone: string;
	dateFormat: string;
	timeFormat: string;
	language: { locale: string; displayName: string };
}

/** Settings of a new mailbox. */
export function createSettings(): MailboxSettings {
	return {
		timeZone: 'UTC',
		dateFormat: 'yyyy-MM-dd',
		timeFormat: 'HH:mm',
		language: { locale: 'en-US', displayName: 'English (United States)' },
	};
}

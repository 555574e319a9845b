/** A mailbox as a mail names it; the address is empty where it has a name alone. */
export interface Address {
	name?: string;
	address: string;
}

/** What a search filter may look at. Times are ISO strings, the size is in bytes. */
export interface FilterableMail {
	subject: string;
	/** Plain text. */
	body: string;
	from?: Address;
	/** Stands in where `from` is missing. */
	sender?: Address;
	to: Address[];
	cc: Address[];
	bcc: Address[];
	/** Names of the attached files. */
	attachments: string[];
	hasAttachments: boolean;
	importance: 'low' | 'normal' | 'high';
	/** It invites to a meeting, answers an invitation, or calls a meeting off. */
	isMeeting: boolean;
	receivedDateTime: string;
	sentDateTime?: string;
	size: number;
}

/** A part of a mail that a filter may read. */
export type MailPart = keyof FilterableMail;

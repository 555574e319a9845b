import type { Address, FilterableMail } from '../../nodes/Mail/filter/mail';

/** Wednesday, a quarter past noon in UTC: what "today" and "this week" are relative to. */
export const NOW = Date.UTC(2018, 6, 25, 12, 15);

/** A mail of which only the given parts are filled; received on Monday of the week of `NOW`. */
export function mail(parts: Partial<FilterableMail> = {}): FilterableMail {
	return {
		subject: '',
		body: '',
		to: [],
		cc: [],
		bcc: [],
		attachments: [],
		hasAttachments: false,
		importance: 'normal',
		isMeeting: false,
		receivedDateTime: '2018-07-23T09:30:00Z',
		sentDateTime: '2018-07-23T09:29:50Z',
		size: 20_000,
		...parts,
	};
}

export function subject(text: string): FilterableMail {
	return mail({ subject: text });
}

export function body(text: string): FilterableMail {
	return mail({ body: text });
}

/** A mail from an address, with or without a display name. */
export function from(address: string, name?: string): FilterableMail {
	return mail({ from: person(address, name) });
}

export function received(time: string): FilterableMail {
	return mail({ receivedDateTime: time });
}

export function size(bytes: number): FilterableMail {
	return mail({ size: bytes });
}

export function person(address: string, name?: string): Address {
	return name === undefined ? { address } : { name, address };
}

import type { IDataObject } from 'n8n-workflow';
import { shortHash } from '../../../shared/text/shortHash';
import { toAddress } from '../../email/message';
import type { WatchedEvent } from './changes';

export interface InvitationAnswer {
	/** Short hash of who answered what. */
	mark: string;
	/** When, in milliseconds since the epoch; NaN where that is not told. */
	at: number;
	/** Who answered what: `address`, `name`, `response`, `time` and `proposedNewTime`, as far as they are known. */
	shown: IDataObject;
}

/** The responses that are answers; `none`, `notResponded` and `organizer` are not. */
const RESPONSES = ['accepted', 'declined', 'tentativelyAccepted'];

/** Characters of a mark: 24 bits tell the answers to one invitation apart. */
export const MARK_LENGTH = 4;

/** The answers to an invitation. Only the organizer sees those of all attendees. */
export function answersTo({ attendees }: WatchedEvent): InvitationAnswer[] {
	return (attendees ?? []).flatMap((attendee): InvitationAnswer[] => {
		const person = toAddress(attendee);
		const { status, proposedNewTime } = attendee;
		const response = status?.response ?? 'none';
		if (!person || !RESPONSES.includes(response)) return [];
		const named = [person.address.toLowerCase(), response, proposedNewTime ?? null];
		return [
			{
				mark: shortHash(JSON.stringify(named)).slice(0, MARK_LENGTH),
				at: Date.parse(status?.time ?? ''),
				shown: {
					...person,
					response,
					...(status?.time ? { time: status.time } : {}),
					...(proposedNewTime ? { proposedNewTime } : {}),
				},
			},
		];
	});
}

import { createGuid } from './ids';

export interface SimTranscript {
	id: string;
	createdDateTime: string;
	/** WebVTT. */
	content: string;
}

/** An online meeting that the mailbox's owner organised. */
export interface SimMeeting {
	id: string;
	joinWebUrl: string;
	subject: string;
	transcripts: SimTranscript[];
}

/** Makes an online meeting; ids look like those of the service: base64 with `=` and `*`. */
export function createMeeting(
	key: string,
	now: number,
	meeting: { joinWebUrl: string; subject?: string; transcripts?: string[] },
): SimMeeting {
	const id = Buffer.from(`1*${createGuid(key)}*0**19:meeting_${key}@thread.v2`).toString('base64');
	return {
		id,
		joinWebUrl: meeting.joinWebUrl,
		subject: meeting.subject ?? '',
		transcripts: (meeting.transcripts ?? []).map((content, index) => ({
			id: Buffer.from(`${createGuid(`${key}/${index}`)}`).toString('base64'),
			createdDateTime: new Date(now).toISOString(),
			content,
		})),
	};
}

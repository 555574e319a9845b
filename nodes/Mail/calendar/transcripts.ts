import { z } from 'zod';
import { htmlToText } from '../../shared/html/html';
import { readWhole } from '../../shared/http/download';
import { explain, InvalidInput } from '../../shared/http/failures';
import { filterText } from '../graph/odata';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';

/** https://learn.microsoft.com/graph/api/resources/calltranscript */
const transcriptShape = z.object({
	id: z.string(),
	createdDateTime: z.string().nullish(),
	endDateTime: z.string().nullish(),
});
type Transcript = z.output<typeof transcriptShape>;

const meetingShape = z.object({ id: z.string() });

const NOT_FOUND_HINT =
	'Meeting takes the whole link to join, as Get Event returns it in joinUrl, or the ID of the online meeting; an event ID is none. Channel meetings and expired meetings have no transcripts.';
const NO_TRANSCRIPT_HINT =
	'List Meeting Transcripts returns the IDs for a meeting. Leave Transcript ID empty for the newest.';

/** What a refusal of these calls means. */
const HINTS = {
	forbidden:
		'Transcripts need a work account and the permission set "Meetings and Collaboration" (OnlineMeetings.Read and OnlineMeetingTranscript.Read.All, with the consent of an administrator). Only the organizer and invited attendees can read them. With App-Only access they need OnlineMeetings.Read.All, a policy of Teams besides, and the user ID in Mailbox: an address is not enough.',
	notFound: NOT_FOUND_HINT,
};

/**
 * The ID of an online meeting, by its link to join or by the ID itself.
 * @throws InvalidInput when no meeting of the account has the link.
 */
export async function resolveMeeting(graph: GraphClient, meeting: string): Promise<string> {
	if (!/^https?:\/\//i.test(meeting)) return meeting;
	const query = { $filter: `JoinWebUrl eq ${filterText(meeting)}`, $top: undefined };
	const [found] = await graph
		.list(mailPath`/onlineMeetings`, meetingShape, { limit: 1, query })
		.catch(explain(HINTS));
	if (found) return found.id;
	throw new InvalidInput(
		'No online meeting of this account has this link',
		'meeting',
		NOT_FOUND_HINT,
	);
}

/** The transcripts of a meeting, newest first: each time that somebody starts transcription makes one. */
export async function listTranscripts(
	graph: GraphClient,
	meetingId: string,
): Promise<Transcript[]> {
	const path = mailPath`/onlineMeetings/${meetingId}/transcripts`;
	// The call takes no query options: https://learn.microsoft.com/graph/api/onlinemeeting-list-transcripts
	const transcripts = await graph
		.list(path, transcriptShape, { query: { $top: undefined } })
		.catch(explain(HINTS));
	return transcripts.sort((one, other) =>
		(other.createdDateTime ?? '').localeCompare(one.createdDateTime ?? ''),
	);
}

/** The text of a transcript, as WebVTT: times, speakers and what they said. */
export async function readTranscript(
	graph: GraphClient,
	meetingId: string,
	transcriptId: string,
): Promise<string> {
	const path = mailPath`/onlineMeetings/${meetingId}/transcripts/${transcriptId}/content?$format=text/vtt`;
	return await graph
		.download(path, async (bytes) => (await readWhole(bytes)).toString('utf8'))
		.catch(explain({ ...HINTS, notFound: NO_TRANSCRIPT_HINT }));
}

/** The text of a WebVTT transcript: a line `Speaker: words` for each turn, without times and tags. */
export function toPlainTranscript(vtt: string): string {
	const turns: Array<{ speaker: string; words: string }> = [];
	for (const cue of vtt.replace(/\r\n?/g, '\n').split(/\n{2,}/)) {
		const lines = cue.split('\n');
		const text = lines.slice(lines.findIndex((line) => line.includes('-->')) + 1).join('\n');
		if (text === '' || text === cue) continue;
		const speaker = /<v(?:\.[^\s<>]*)?\s([^<>]*)>/.exec(text)?.[1]?.trim() ?? '';
		const words = htmlToText(text).replace(/\s+/g, ' ').trim();
		const last = turns.at(-1);
		if (last?.speaker === speaker) last.words += ` ${words}`;
		else turns.push({ speaker, words });
	}
	return turns.map(({ speaker, words }) => (speaker ? `${speaker}: ${words}` : words)).join('\n');
}

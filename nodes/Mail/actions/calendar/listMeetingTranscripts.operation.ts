import { z } from 'zod';
import { listTranscripts, resolveMeeting } from '../../calendar/transcripts';
import { meeting } from '../../fields/meeting';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/onlinemeeting-list-transcripts */
export const listMeetingTranscripts = defineMailOperation({
	label: 'List Meeting Transcripts',
	action: 'List meeting transcripts',
	summary: 'The transcripts of a Teams meeting; an administrator has to consent',
	returns: 'ID and time of each transcript',
	toolText: 'Get Meeting Transcript reads one. Needs the consent of an administrator.',
	permission: ['OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
	effects: [],
	output: z.object({
		createdDateTime: z.string().optional(),
		endDateTime: z.string().optional(),
		meetingId: z.string(),
		id: z.string(),
	}),
	fields: [meeting],
	async run(input, { graph }) {
		const meetingId = await resolveMeeting(graph, input.meeting);
		const transcripts = await listTranscripts(graph, meetingId);
		return transcripts.map(({ id, createdDateTime, endDateTime }) => ({
			json: {
				id,
				meetingId,
				createdDateTime: createdDateTime ?? undefined,
				endDateTime: endDateTime ?? undefined,
			},
		}));
	},
});

import { z } from 'zod';
import { requiredText } from '../../../shared/inputSchemas';
import { listTranscripts, resolveMeeting } from '../../calendar/transcripts';
import { meetingField } from '../../fields/meeting';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/onlinemeeting-list-transcripts */
export const listMeetingTranscripts = defineMailOperation({
	id: 'listMeetingTranscripts',
	label: 'List Meeting Transcripts',
	action: 'List the transcripts of an online meeting by its join link',
	summary: 'The transcripts of a Teams meeting; an administrator has to consent',
	fields: [meetingField],
	input: z.object({ meeting: requiredText }),
	async run({ meeting }, { graph }) {
		const meetingId = await resolveMeeting(graph, meeting);
		const transcripts = await listTranscripts(graph, meetingId);
		return transcripts.map(({ id, createdDateTime, endDateTime }) => ({
			json: { id, meetingId, createdDateTime, endDateTime: endDateTime ?? undefined },
		}));
	},
});

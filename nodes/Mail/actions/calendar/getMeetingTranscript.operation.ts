import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { choice, number, text } from '../../../shared/step/fieldKinds';
import { optionalOneId } from '../../../shared/step/inputSchemas';
import { MODEL_LENGTH } from '../../../shared/step/notices';
import {
	listTranscripts,
	readTranscript,
	resolveMeeting,
	toPlainTranscript,
} from '../../calendar/transcripts';
import { cut } from '../../email/message';
import { meeting } from '../../fields/meeting';
import { defineMailOperation } from '../../operation';

const IS_CUT =
	'The transcript was cut. The person who made this tool gets more by a higher Maximum Length.';

/** @see https://learn.microsoft.com/graph/api/calltranscript-get */
export const getMeetingTranscript = defineMailOperation({
	label: 'Get Meeting Transcript',
	action: 'Get a meeting transcript',
	summary: 'The text of a Teams meeting; an administrator has to consent',
	returns: 'the text of the transcript',
	toolText:
		'List Meeting Transcripts has the IDs; without one the newest is read. Needs the consent of an administrator.',
	permission: ['OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
	effects: [],
	output: z.object({
		content: z.string(),
		truncated: z.literal(true).optional(),
		bodyLength: z.number().optional(),
		format: z.enum(['text', 'vtt']),
		meetingId: z.string(),
		id: z.string(),
	}),
	fields: [
		meeting,
		text(
			'transcriptId',
			'Transcript ID',
			'ID that List Meeting Transcripts returns. Leave empty for the newest.',
			{
				placeholder: 'Empty: the newest transcript',
				input: optionalOneId,
				narrows: true,
				byModel: true,
			},
		),
		choice('format', 'Format', 'How the transcript is returned', {
			options: {
				text: { name: 'Text', description: 'One line for each turn: speaker and words' },
				vtt: { name: 'WebVTT', description: 'As Microsoft gives it, with times' },
			},
			default: 'text',
		}),
		number(
			'maxLength',
			'Maximum Length (Characters)',
			'Longer transcripts are cut and marked with "truncated"',
			{
				typeOptions: { minValue: 0 },
				hint: '0 for the whole transcript; an AI agent then gets 100,000 characters',
			},
		),
	],
	async run({ transcriptId, format, maxLength, ...input }, { graph, notices }) {
		const meetingId = await resolveMeeting(graph, input.meeting);
		const id = transcriptId ?? (await listTranscripts(graph, meetingId))[0]?.id;
		if (id === undefined) {
			throw new InvalidInput(
				'The meeting has no transcript',
				'meeting',
				'Transcription has to be switched on in the meeting, and it takes a while after its end.',
			);
		}
		const vtt = await readTranscript(graph, meetingId, id);
		const content = format === 'vtt' ? vtt : toPlainTranscript(vtt);
		const { body, ...marks } = cut(content, maxLength || (notices.forModel ? MODEL_LENGTH : 0));
		const json = { id, meetingId, format, content: body, ...marks };
		return notices.cut([{ json }], notices.forModel && body !== content && IS_CUT);
	},
});

import { z } from 'zod';
import { InvalidInput } from '../../../shared/failures';
import { choice, field } from '../../../shared/field';
import { optionalIdText, wholeNumber } from '../../../shared/inputSchemas';
import {
	listTranscripts,
	readTranscript,
	resolveMeeting,
	toPlainTranscript,
} from '../../calendar/transcripts';
import { cut } from '../../email/message';
import { meeting } from '../../fields/meeting';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/calltranscript-get */
export const getMeetingTranscript = defineMailOperation({
	id: 'getMeetingTranscript',
	label: 'Get Meeting Transcript',
	action: 'Get a meeting transcript',
	summary: 'The text of a Teams meeting; an administrator has to consent',
	returns: 'the text of the transcript',
	permission: ['OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
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
		field(
			{
				displayName: 'Transcript ID',
				name: 'transcriptId',
				type: 'string',
				default: '',
				placeholder: 'Empty: the newest transcript',
				description: 'ID that List Meeting Transcripts returns. Leave empty for the newest.',
			},
			optionalIdText,
		),
		choice({
			displayName: 'Format',
			name: 'format',
			type: 'options',
			options: [
				{ name: 'Text', value: 'text', description: 'One line for each turn: speaker and words' },
				{ name: 'WebVTT', value: 'vtt', description: 'As Microsoft gives it, with times' },
			],
			default: 'text',
			description: 'How the transcript is returned',
		}),
		field(
			{
				displayName: 'Maximum Length (Characters)',
				name: 'maxLength',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				hint: '0 for the whole transcript',
				description: 'Longer transcripts are cut and marked with "truncated"',
			},
			wholeNumber({ min: 0 }),
		),
	],
	async run({ transcriptId, format, maxLength, ...input }, { graph }) {
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
		const { body, ...marks } = cut(
			format === 'vtt' ? vtt : toPlainTranscript(vtt),
			maxLength || undefined,
		);
		return [{ json: { id, meetingId, format, content: body, ...marks } }];
	},
});
